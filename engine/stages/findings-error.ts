import type { Finding } from '../evalset/index.ts';

/** An evalset that cannot be run: its findings say why. */
export class FindingsError extends Error {
  override readonly name = 'FindingsError';
  constructor(readonly findings: readonly Finding[]) {
    super('the evalset has errors');
  }
}
