"""New York by HTTP."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../server"))
from helpers import GameCase, main  # noqa: E402


class Server(GameCase):
    GAME = "newyork"

    def test_turns(self):
        self.check_turns()

    def test_what_is_drawn(self):
        """Ways and lines are the server's: a client works nothing of the kind out."""
        person = self.client()
        id = person.create("newyork", detective="me", jack="me")["id"]
        state = person.state(id, **{"as": "detective"})
        self.assertEqual({line["symbol"] for line in state["lines"]}, {"ferry"})
        card = state["legal"][0]["token"]
        self.assertNotIn("path", state["legal"][0])
        legal = person.preview(id, "detective", state["seq"], [card]).json["legal"]
        go = next(l for l in legal if l["token"].startswith(">"))
        after = person.preview(id, "detective", state["seq"], [card, go["token"]]).json
        self.assertEqual(after["path"], go["path"])
        self.assertEqual(go["path"][-1], go["token"][1:])


if __name__ == "__main__":
    main()
