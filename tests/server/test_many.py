"""More games than a server keeps for nobody."""

import os
import re
import resource
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, ServerCase, main, path_of  # noqa: E402


class Many(ServerCase):
    KEPT = 2048  # games that nobody follows

    def test_followed_games_take_no_place(self):
        """What was read is not forgotten before it is looked at because many others are followed."""
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        bot = self.client("x" * 22)
        games = [bot.create(GAMES[-1]) for _ in range(self.KEPT + 120)]
        followed, others = games[: self.KEPT + 20], games[-100:]
        for game in followed:
            connection = self.server.connect()
            self.addCleanup(connection.close)
            key = {"Authorization": "Bearer " + game["keys"]["jack"]}
            connection.request("GET", path_of(game["id"], "/events"), headers=key)
            self.assertEqual(connection.getresponse().status, 200)
        for game in others:
            self.client(game["keys"]["jack"]).state(game["id"])
        page = self.client().get("/metrics").body.decode()
        rooms = re.search(r"(?m)^alibi_rooms (\d+)", page)[1]
        self.assertGreaterEqual(int(rooms), len(games))


if __name__ == "__main__":
    main()
