#!/usr/bin/env python3
"""A bot that plays games with whoever wants to, over the server's API (docs/api.md).

Usage: bot.py SERVER TOKEN [--game GAME] [--clock 300+5] [--role any] [--casual] [--games N]

It waits for an opponent, plays a whole game, and waits for the next one. TOKEN is that of a bot's
account, with the scopes `read` and `play`. What it plays is chosen in `choose`: replace that function.
It needs nothing but Python's own library.
"""

import argparse
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """The server's reason, in one line."""

    def __init__(self, status, error):
        super().__init__(f"{status}: {error.get('reason', 'no reason')}")
        self.status, self.code = status, error.get("code")


class Server:
    """The API: every answer as JSON."""

    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/"), token

    def open(self, path, body=None, timeout=60):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.address + path, data, headers)
        return urllib.request.urlopen(request, timeout=timeout)

    def ask(self, path, body=None):
        """Asks again where the line or the server fails; every request of ours may come twice."""
        for attempt in range(6):
            try:
                with self.open(path, body) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refusal:
                error = json.load(refusal).get("error", {})
                if refusal.code not in (429, 503):
                    raise Refused(refusal.code, error) from None
            except (OSError, TimeoutError):
                pass
            time.sleep(min(8, 0.25 * 2**attempt))
        raise Refused(503, {"reason": "the server cannot be reached"})

    def wait_for_news(self, game, seq):
        """Returns when something has happened in the game after event SEQ, or the stream has ended."""
        kind = b""
        try:
            with self.open(f"/api/games/{game}/events?since={seq}") as stream:
                for line in stream:
                    if line.startswith(b"event:"):
                        kind = line  # clocks, thinking: nothing to do about them
                    elif line.startswith(b"data:") and not kind:
                        return
                    elif not line.strip():
                        kind = b""
        except (OSError, TimeoutError):
            time.sleep(1)


def choose(legal):
    """One of the tokens that may be played now; here at random."""
    return random.choice(legal)["token"]


def play_turn(server, game, state, seat):
    """Tries tokens out until the turn is complete, then plays it; the key makes that happen once."""
    tokens, legal = [], state["legal"]
    while legal:
        tokens.append(choose(legal))
        said = server.ask(f"/api/games/{game}/preview", {"as": seat, "seq": state["seq"], "tokens": tokens})
        legal = [] if said["complete"] else said["legal"]
    server.ask(f"/api/games/{game}/moves",
               {"as": seat, "seq": state["seq"], "tokens": tokens, "key": secrets.token_hex(12)})  # fmt: skip


def play(server, game):
    """A whole game; its last state."""
    while True:
        state = server.ask(f"/api/games/{game}")
        if state["status"] == "over":
            return state
        seat = state["you"][0] if state["you"] else None
        if state["status"] == "playing" and seat and state["to_act"] == seat:
            try:
                play_turn(server, game, state, seat)
            except Refused as refusal:
                if refusal.status != 409:  # else something has happened meanwhile: look again
                    raise
        else:
            server.wait_for_news(game, state["seq"])


def find(server, wish):
    """The id of a game with somebody, however long that takes."""
    ticket = secrets.token_hex(12)
    while True:
        game = server.ask("/api/pairing", {**wish, "ticket": ticket})["game"]
        if game:
            return game
        time.sleep(2)


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("server")
    words.add_argument("token")
    words.add_argument("--game", default="pocket")
    words.add_argument("--clock", default="300+5")
    words.add_argument("--role", default="any", choices=["any", "jack", "detective"])
    words.add_argument("--casual", action="store_true", help="not for ratings")
    words.add_argument("--games", type=int, default=0, help="so many; 0: without an end")
    wanted = words.parse_args()
    server = Server(wanted.server, wanted.token)
    wish = {"game": wanted.game, "clock": wanted.clock, "role": wanted.role, "rated": not wanted.casual}
    played = 0
    try:
        while not wanted.games or played < wanted.games:
            end = play(server, find(server, wish))
            played += 1
            winner, why = end["result"]["winner"], end["result"]["why"]
            how = "won" if winner in end["you"] else "lost" if winner else "nobody won"
            print(f"{end['id']}: {how}, {why}", flush=True)
    except Refused as refusal:
        sys.exit(f"bot: {refusal}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
