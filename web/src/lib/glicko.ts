/* Ratings by Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013): a
 * strength, how uncertain it is, and how much it is used to change. */

export interface Rating {
  rating: number;
  rd: number; /* its standard deviation */
  volatility: number;
}

export interface Match {
  against: Rating;
  score: number; /* 1 won, 0 lost */
}

const TAU = 0.5; /* how much volatility may change */
const SCALE = 173.7178;
const EPSILON = 0.000001;

const g = (phi: number) => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/* Step 5: the new volatility, by the Illinois algorithm. */
function volatility(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number) => {
    const e = Math.exp(x);
    const d = phi * phi + v + e;
    return (e * (delta * delta - d)) / (2 * d * d) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high = Math.log(delta * delta - phi * phi - v);
  if (!(delta * delta > phi * phi + v)) {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let atLow = f(low);
  let atHigh = f(high);
  while (Math.abs(high - low) > EPSILON) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) {
      low = high;
      atLow = atHigh;
    } else atLow /= 2;
    high = next;
    atHigh = atNext;
  }
  return Math.exp(low / 2);
}

/* The rating after a period with these matches, at least one. */
export function rate(own: Rating, matches: Match[]): Rating {
  const mu = (own.rating - 1500) / SCALE;
  const phi = own.rd / SCALE;
  const terms = matches.map(({ against, score }) => {
    const weight = g(against.rd / SCALE);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (against.rating - 1500) / SCALE)));
    return { weight, expected, score };
  });
  const sum = (of: (t: (typeof terms)[number]) => number) =>
    terms.reduce((total, term) => total + of(term), 0);
  const v = 1 / sum(({ weight, expected }) => weight * weight * expected * (1 - expected));
  const gained = sum(({ weight, expected, score }) => weight * (score - expected));
  const sigma = volatility(own.volatility, phi, v, v * gained);
  const before = Math.hypot(phi, sigma);
  const after = 1 / Math.sqrt(1 / (before * before) + 1 / v);
  return {
    rating: SCALE * (mu + after * after * gained) + 1500,
    rd: SCALE * after,
    volatility: sigma,
  };
}
