import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, whatever their size: begun last, one of them would keep the others waiting for its end. */
const LONG = ['host-suite.test.ts', 'author.test.ts', 'survive.test.ts'];

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
