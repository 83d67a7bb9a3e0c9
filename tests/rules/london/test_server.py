"""London by HTTP."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../server"))
from helpers import GameCase, main, path_of  # noqa: E402


class Server(GameCase):
    GAME = "london"

    def test_turns(self):
        self.check_turns()

    def test_reach(self):
        person = self.client()
        id = person.create("london", jack="random")["id"]
        state = person.state(id)
        reach = person.get(path_of(id, "/reach")).json["reach"]
        self.assertEqual(set(reach), set(state["view"]["positions"]))
        for pick in state["legal"]:
            seen = person.preview(id, "detective", state["seq"], [pick["token"]]).json
            places = [t["token"][1:] for t in seen["legal"] if t["token"][0] == ">"]
            self.assertEqual(reach[pick["token"]], places)

    def test_what_is_drawn(self):
        """Ways and lines are the server's: a client works nothing of the kind out."""
        person = self.client()
        record = '[Game "london"]\n\ndeal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw\n'
        state = person.post("/api/replay", {"record": record}).json
        self.assertEqual(state["lines"], [{"from": "j13", "to": "g10", "symbol": "beam"}])
        paths = [e["path"] for e in state["history"] if "path" in e]
        self.assertEqual(paths[0], ["g12", "g10"])
        self.assertEqual((paths[1][0], paths[1][-1], len(paths)), ("i16", "j13", 2))

    def test_tokens(self):
        person = self.client()
        id = person.create("london")["id"]
        before = person.state(id, **{"as": "detective"})
        pick = before["legal"][0]["token"]
        for tokens, at, rule in (
            (["XX"], 0, "expected"), ([">h11"], 0, "L-"), ([pick, pick], 1, "L-"),
            (["deal=MS"], 0, "L-"), (["cards=SH,JW,JS,IL"], 0, "L-"), ([""], 0, "expected"),
            (["\u00e9"], 0, "expected"), ([pick, "alibi=SH"], 1, "L-"),
        ):  # fmt: skip
            for path in ("/preview", "/moves"):
                body = {"as": "detective", "seq": before["seq"], "tokens": tokens}
                if path == "/moves":
                    body["key"] = "t"
                reply = person.ask("POST", path_of(id, path), json.dumps(body))
                self.assertTrue(self.refused(422, "illegal", reply).startswith(rule))
                self.assertEqual(reply.json["error"]["at"], at)
        self.assertEqual(person.state(id, **{"as": "detective"}), before)

    def test_records(self):
        for tokens in ("deal=XX\n", "deal=MS cards=SH,JW,JS,IL\n1.1 >h11\n"):
            record = '[Game "london"]\n[Edition "2016"]\n[Whistle "direct"]\n[Result "*"]\n\n'
            reply = self.client().ask("POST", "/api/replay", json.dumps({"record": record + tokens}))
            self.assertIn("line ", self.refused(422, "illegal", reply))

    def test_options(self):
        seats = {"jack": "me", "detective": "random"}
        for game, options in (("london", {"edition": "1888"}), ("london", {"edition": 2016}),
                              ("london", ["edition=2016"]), ("null", {"edition": "2016"})):  # fmt: skip
            body = json.dumps({"game": game, "seats": seats, "options": options})
            self.refused(400, "bad-request", self.client().ask("POST", "/api/games", body))


if __name__ == "__main__":
    main()
