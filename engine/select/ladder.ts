/**
 * The budgets that are told apart, in seconds: each second to a minute, every 5 s to ten minutes, then whole minutes. A
 * choice is made for each of them up to the one that is asked for, and never gives up what a smaller one covered: so more
 * time never covers less.
 */
export function ladder(from: number, to: number): number[] {
  const steps: number[] = [];
  for (let at = rungBelow(from); at <= to; at += stepAt(at)) if (at > 0) steps.push(at);
  return steps;
}

/** The largest of those budgets that is not above `seconds`. */
export function rungBelow(seconds: number): number {
  const step = stepAt(seconds);
  return Math.floor(seconds / step) * step;
}

const stepAt = (seconds: number): number => (seconds < 60 ? 1 : seconds < 600 ? 5 : 60);
