"""What the tests of London share: the way to the helpers of tests/cli, and a game to talk about."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))

import helpers

# The short game of docs/notation.md: a call for witnesses, a draw, a whistle and an arrest.
CHANCE = "deal=MS cards=SH,JW,JS,IL alibi=JB"
TOKENS = (
    "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3 >f7 "
    "IL cordon:ne>nw >c10 MS >k6 SG call:JW>l13 call:MS>l7 ^nw !MS"
).split()
RECORD = """[Game "london"]
[Edition "2016"]
[Whistle "direct"]
[Result "detective:arrest"]

deal=MS cards=SH,JW,JS,IL
1.1 SH >g10 alibi=JB
1.2 JW >j13 ^nw
1.3 JS lamp:c4>f3 >f7
1.4 IL cordon:ne>nw >c10
2.1 MS >k6
2.2 SG call:JW>l13 call:MS>l7 ^nw !MS
"""


class Case(helpers.Case):
    GAME = "london"
