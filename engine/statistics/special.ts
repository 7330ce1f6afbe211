/*
 * No library of ours has these functions, and the ones that can be had stop at 1e-8 or bring megabytes: one continued
 * fraction gives beta, t, F and the binomial, and is held to 1e-9 by the tests.
 */

/** Lanczos' approximation, g = 7, nine terms (Godfrey): about 1e-15 relative. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;
const [LANCZOS_HEAD, ...LANCZOS_TAIL] = LANCZOS;

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma needs a positive number, not ${x}`);
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x - 1 + 7.5;
  const sum = LANCZOS_TAIL.reduce<number>((all, term, i) => all + term / (x + i), LANCZOS_HEAD);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

const TINY = 1e-300;
const MAX_TERMS = 20_000;

/** Lentz' evaluation of the continued fraction of I_x(a, b) (Numerical Recipes 6.4). */
function fraction(x: number, a: number, b: number): number {
  const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return result;
}

/**
 * Regularised incomplete beta I_x(a, b), the distribution function of Beta(a, b) at x.
 *
 * @param y 1 − x; given apart where x lies so near to 1 that the difference would lose digits
 */
export function incompleteBeta(x: number, a: number, b: number, y: number = 1 - x): number {
  if (!(a > 0 && b > 0)) throw new RangeError(`a beta distribution needs positive shapes, not ${a} and ${b}`);
  if (Number.isNaN(x)) throw new RangeError('not a number where a probability is asked for');
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(y));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(y, b, a)) / b;
}

/** Where a rising function reaches `goal` between `low` and `high`, to the last bit (bisection). */
export function invert(rising: (x: number) => number, goal: number, low: number, high: number): number {
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (rising(middle) < goal) low = middle;
    else high = middle;
  }
}
