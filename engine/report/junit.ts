import type { Verdict } from '../../schemas/index.ts';
import { voidCause, voidLines } from './void-lines.ts';
import { en } from './words.en.ts';

// Characters that XML 1.0 has no way to write.
const NOT_XML =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function xml(text: string): string {
  return text
    .replace(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}

/**
 * Verdicts as JUnit XML, a suite a storyline. FAIL is a failure; FAIL_ENV, RERUN and VOID are errors; PENDING and cases that
 * were not run are skipped, each with its cause, so that no tool counts them as passed.
 */
export function renderJUnit(batch: string, verdicts: readonly Verdict[], planned: readonly string[]): string {
  const notRun = planned.filter((id) => !verdicts.some((v) => v.case_id === id));
  const storylines = [...new Set(verdicts.map((v) => v.case.storyline))];
  const suites = storylines.map((name) =>
    suite(name, verdicts.filter((v) => v.case.storyline === name).map(testCase)),
  );
  if (notRun.length > 0) {
    suites.push(
      suite(
        'not run',
        notRun.map((id) => element(id, 'not run', '<skipped message="not run"/>')),
      ),
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(batch)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

function suite(name: string, cases: readonly string[]): string {
  const count = (tag: string): number => cases.filter((c) => c.includes(`<${tag} `)).length;
  return `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}">\n${cases.join('\n')}\n  </testsuite>`;
}

function testCase(verdict: Verdict): string {
  const open = verdict.checkpoints
    .filter((p) => p.met === null)
    .map((p) => `${p.id}: ${p.cannot_judge ?? p.reason}`);
  const lost = verdict.checkpoints
    .filter((p) => (p.kind === 'required') === (p.met === 'unmet') && p.met !== null)
    .map((p) => `${p.id}: ${p.reason}`);
  const inner = {
    PASS: '',
    FAIL: `<failure message="${xml(`score ${verdict.score ?? 0}, ${verdict.required_met} of ${verdict.required_total} required met`)}">${xml(lost.join('\n'))}</failure>`,
    PENDING: `<skipped message="${xml(`pending: ${open.join('; ')}`)}"/>`,
    FAIL_ENV: `<error message="${xml(`environment failure: ${verdict.env ?? ''}`)}"/>`,
    RERUN: '<error message="to be rerun"/>',
    VOID: `<error message="${xml(`void: ${voidCause(verdict.void, en)}`)}">${xml(
      voidLines(verdict.void, en)
        .map(({ text }) => text)
        .join('\n'),
    )}</error>`,
  }[verdict.status];
  return element(verdict.case_id, verdict.group, inner);
}

function element(id: string, group: string, inner: string): string {
  const head = `    <testcase name="${xml(id)}" classname="${xml(group)}"`;
  return inner === '' ? `${head}/>` : `${head}>${inner}</testcase>`;
}
