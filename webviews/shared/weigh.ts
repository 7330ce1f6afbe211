/**
 * Whether a message is of a size that a panel can draw: it counts values and the characters of strings, and stops as
 * soon as there are too many, so that a message of any size costs little to refuse.
 */
export function fits(message: unknown, limit = 16_000_000): boolean {
  const stack: unknown[] = [message];
  const seen = new Set<object>();
  let weight = 0;
  while (stack.length > 0) {
    const value = stack.pop();
    weight += typeof value === 'string' ? value.length + 1 : 1;
    if (weight > limit) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (seen.has(value)) continue;
    seen.add(value);
    // Sparse arrays have a length that says nothing of what they hold, so only own values are walked.
    for (const inner of Object.values(value)) stack.push(inner);
  }
  return true;
}
