// Makes a failing sequence as short as it can be made by leaving out parts of it.

/** So often a shorter sequence is tried. */
const MAX_TRIES = 200;

/** `fails` says whether a sequence still fails. */
export async function shortest(steps, fails) {
  let now = steps;
  let tries = 0;
  const still = async (some) => (tries += 1) <= MAX_TRIES && (await fails(some));
  // Most failures need the last step alone, or what it was done to.
  const { file } = now.at(-1);
  for (const some of [now.slice(-1), now.filter((step) => step.file === file)])
    if (some.length < now.length && (await still(some))) now = some;
  for (let parts = 2; now.length > 1 && parts <= now.length && tries < MAX_TRIES;) {
    const size = Math.ceil(now.length / parts);
    let shorter = null;
    for (let from = 0; from < now.length && shorter === null; from += size) {
      const without = [...now.slice(0, from), ...now.slice(from + size)];
      if (without.length > 0 && (await still(without))) shorter = without;
    }
    if (shorter !== null) {
      now = shorter;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(now.length, parts * 2);
  }
  return now;
}
