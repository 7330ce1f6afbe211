import type { CaseState } from '../../schemas/review.ts';

/** Name of the editor's icon for the state of a case; the same in tree and source. */
export function stateIconName(state: CaseState): string {
  switch (state) {
    case 'PASS':
      return 'pass-filled';
    case 'FAIL':
      return 'error';
    case 'FAIL_ENV':
      return 'debug-disconnect';
    case 'RERUN':
      return 'debug-rerun';
    case 'VOID':
      return 'circle-slash';
    case 'PENDING':
      return 'circle-large-outline';
    case 'running':
      return 'loading~spin';
    case 'empty':
      return 'dash';
  }
}
