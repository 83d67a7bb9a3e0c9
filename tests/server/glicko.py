"""Glicko-2 once more, for tests: one game as a period of its own, as docs/ratings.md says it. Shares
nothing with src/people/glicko.c; the new volatility is looked for in small steps."""

import math

SCALE, TAU = 173.7178, 0.5
FLOOR, CEILING, VOLATILITY = 45, 350, 0.1
START = (1500, 350, 0.06)


def zero(f, a, b):
    """A zero of F between A and B, at which it has different signs."""
    for _ in range(100):
        middle = (a + b) / 2
        a, b = (middle, b) if f(middle) * f(a) > 0 else (a, middle)
    return a


def rated(own, games, days=0.0, limits=True):
    """OWN, which is (rating, deviation, volatility), after GAMES: ((rating, deviation), score)."""
    mu, phi, sigma = (own[0] - 1500) / SCALE, own[1] / SCALE, own[2]
    phi = math.hypot(phi, sigma * math.sqrt(days / 5))
    found = []
    for (rating, deviation), score in games:
        g = 1 / math.sqrt(1 + 3 * (deviation / SCALE / math.pi) ** 2)
        found.append((g, 1 / (1 + math.exp(-g * (mu - (rating - 1500) / SCALE))), score))
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in found)
    gained = sum(g * (score - e) for g, e, score in found)

    delta2, spread, start = (v * gained) ** 2, phi**2 + v, math.log(sigma**2)

    def f(x):
        d = spread + math.exp(x)
        return math.exp(x) * (delta2 - d) / (2 * d * d) - (x - start) / TAU**2

    step = 0.01 if f(start) > 0 else -0.01
    end = start + step
    while f(start) * f(end) > 0:  # the nearest zero, where there are three
        end += step
    sigma = math.exp(zero(f, start, end) / 2)
    period = 0 if limits else 1  # that of the paper's example has passed when it is rated
    sigma = min(sigma, VOLATILITY) if limits else sigma
    after = 1 / math.sqrt(1 / (phi**2 + period * sigma**2) + 1 / v)
    deviation = max(FLOOR, SCALE * after) if limits else SCALE * after
    return own[0] + SCALE * after**2 * gained, deviation, sigma
