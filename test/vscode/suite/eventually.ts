/** Resolves when `check` is true. For what the editor has no event for. Rejects after `timeout` milliseconds. */
export async function eventually(
  what: string | (() => string),
  check: () => boolean | PromiseLike<boolean>,
  timeout = 30_000,
): Promise<void> {
  const end = Date.now() + timeout;
  while (!(await check())) {
    if (Date.now() > end)
      throw new Error(`waited ${timeout / 1000} s in vain: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
