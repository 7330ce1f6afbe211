/** A fault that a person can mend: `message` names the file and the way out. Commands print it without a stack and exit with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
