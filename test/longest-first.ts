import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long, whatever their size, longest first: begun last, one of them would keep the others waiting for its end. */
const LONG = [
  'vscode/host-suite.test.ts',
  'vscode/author.test.ts',
  'vscode/survive.test.ts',
  'e2e/cli.test.ts',
  'e2e/resume.test.ts',
  'e2e/kills.test.ts',
  'e2e/editor.test.ts',
  'e2e/agents.test.ts',
  'e2e/rehearsal.test.ts',
  'mistakes/mistakes.test.ts',
  'e2e/labels.test.ts',
  'language-server/robust.test.ts',
  'e2e/budget.test.ts',
  'e2e/tenant.test.ts',
  'e2e/select.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
  return at < 0 ? LONG.length : at;
};

/** The long files first, the others in vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
