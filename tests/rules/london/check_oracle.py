"""Random games on the London oracle alone, checking what must always hold.

    check_oracle.py [GAMES [SEED]]

A differential test finds where two programs disagree, never where both are wrong in the
same way.  These checks need no second program: counts that the rules fix, whistle
paths written out one by one, and twin games that differ only in what a seat must
not know.
"""

import collections
import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "oracle"))
import differ

london = differ.oracle_of("london")

SETTINGS = [dict(zip(london.OPTIONS, values))
            for values in itertools.product(*london.OPTIONS.values())]


def check_start():
    for options in SETTINGS:
        state = london.Game(options).state()
        assert state["visible"] == ["IL", "JB", "JS", "SH"]  # L-2.2
        assert (state["round"], state["slot"]) == (0, 1)
        assert state["witness"] == "visible"  # L-2.3


def check_position(game):
    """What holds before every token."""
    state, legal = game.state(), game.legal()
    assert legal == sorted(set(legal)) and legal
    places = list(state["positions"].values())
    assert len(set(places)) == 8 and set(places) <= london.STREETS  # L-4.4
    assert game.identity is None or game.identity in game.suspects
    assert len(game.covers) == 2 and game.covers <= game.manholes
    assert len(game.cordons) == 2 and game.cordons <= set(london.EXITS)
    assert set(game.lamps) <= london.GASLIGHTS
    left = [0, 0] + [n for n in (1, 2, 3, 4) if n >= game.round]  # L-3.4
    assert sorted(game.lamps.values()) == left
    drawn = game.alibis["jack"] + game.alibis["detective"]
    assert len(set(drawn)) == len(drawn) and game.identity not in drawn
    assert set(game.cards).isdisjoint(game.next)
    check_hidden(game)


def check_hidden(game):
    """L-9.1: no seat holds another's secrets."""
    jack, detective, public = (game.view(seat) for seat in london.SEATS)
    assert "identity" in jack and list(jack["alibis"]) == ["jack"]
    assert "identity" not in detective and list(detective["alibis"]) == ["detective"]
    assert "identity" not in public and public["alibis"] == {}


def check_change(before, token, after):
    """What holds from one position to the next."""
    assert after.suspects <= before.suspects  # L-1.3
    moved = {w for w in london.CHARACTERS if before.positions[w] != after.positions[w]}
    if token[0] == ">" and not after.result:
        assert moved == {before.active}  # L-4.1
    elif token.startswith("swap:"):
        assert moved == {"WG", token[5:]}
    elif token.startswith("call:"):
        assert moved == {token[5:7]}
    elif token[0] != "!" and not after.result:
        assert not moved
    if before.round and after.round != before.round:
        assert after.history("public")[-1] == "witness=" + after.witness


def check_end(game):
    assert game.legal() == [] and game.state()["active"] is None
    assert all(game.view(seat) == game.state() for seat in london.SEATS)
    for seat in london.SEATS:
        told = game.history(seat)
        over = next(i for i, text in enumerate(told) if text.startswith("over="))
        secrets = [text[:-1] for text in told if text.endswith("=?")]
        assert [text[:-2] for text in told[over + 1:]] == secrets
    if game.result["why"] == "time":
        assert (game.round, game.slot) == (8, 4)
    if game.result["why"] == "escape":
        assert game.positions[game.identity] in london.EXITS and game.round > 1


def check_calls(game):
    """Write out every path of the whistle and keep those that its rule allows."""
    if game.stage == "call":
        points = game.points
    elif game.stage == "act" and game.active == "SG" and not game.powered:
        points = 3
    else:
        return 0
    found = set()
    for who in london.CHARACTERS:
        for length in range(1, points + 1) if who != "SG" else ():
            for path in paths([game.positions[who]], length):
                if call_allowed(game, path):
                    found.add(f"call:{who}>{path[-1]}")
    assert found == {token for token in game.legal() if token.startswith("call:")}
    return 1


def paths(path, length):
    """All street walks of a length, with every way of going back and forth."""
    if length == 0:
        yield path
        return
    for near in london.NEIGHBOURS[path[-1]]:
        if near in london.STREETS:
            yield from paths(path + [near], length - 1)


def call_allowed(game, path):
    away = london.street_steps(game.positions["SG"])
    if path[-1] in game.positions.values():
        return False
    if game.options["whistle"] == "free":
        return away[path[-1]] < away[path[0]]
    return all(away[b] == away[a] - 1 for a, b in zip(path, path[1:]))


def check_twin(rng, options, tokens, seat):
    """L-9.2: as long as a seat has been told the same, it must be shown the same.

    The twin game exchanges two characters in the secret tokens; unless Jack looks on,
    his own is one of them.
    """
    jack = tokens[0][-2:]
    one, other = rng.sample([who for who in london.CHARACTERS if who != jack], 2)
    if seat != "jack":
        one = jack
    exchanged = {one: other, other: one}
    game, twin = london.Game(options), london.Game(options)
    for plies, token in enumerate(tokens):
        if game.history(seat) != twin.history(seat):
            return plies
        assert game.view(seat) == twin.view(seat)
        if game.state()["to_act"] == seat:
            assert game.legal() == twin.legal()
        head, equals, who = token.partition("=")
        mirrored = token
        if equals and head != "cards":
            mirrored = head + "=" + exchanged.get(who, who)
        if mirrored not in twin.legal():
            return plies
        game.do(token)
        twin.do(mirrored)
    return len(tokens)


def play(rng, options, corners, counts):
    game, tokens = london.Game(options), []
    taste = differ.Taste(rng, corners)
    while not game.result:
        check_position(game)
        counts["whistles written out"] += check_calls(game)
        counts["stay offered"] += "stay" in game.legal()
        token, after = taste.choose(game)
        check_change(game, token, after)
        tokens.append(token)
        game = after
    check_end(game)
    counts["plies"] += len(tokens)
    counts[game.result["why"]] += 1
    for seat in london.SEATS:
        counts["twin plies " + seat] += check_twin(rng, options, tokens, seat)


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    check_start()
    corners = differ.corners(differ.collect_tokens(london, {}, seed))
    counts = collections.Counter()
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        play(rng, SETTINGS[number % len(SETTINGS)], corners, counts)
    facts = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    print(f"london oracle: {games} games hold; {facts}")


if __name__ == "__main__":
    main()
