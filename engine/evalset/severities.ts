import { RULE_SEVERITIES, type RuleSeverity } from '../../schemas/index.ts';
import { CODES } from './codes/index.ts';
import type { LoadedFile } from './load-file.ts';
import type { Finding } from './model.ts';
import { valueAt } from './shape-issues.ts';

/** What an evalset makes of findings by their code (the key `rules` of `evalset.yaml`, as far as it can be read). */
export function severitiesOf(files: readonly LoadedFile[]): ReadonlyMap<string, RuleSeverity> {
  const file = files.find(({ kind }) => kind === 'evalset');
  const rules = file === undefined ? undefined : valueAt(file.document.value, ['rules']);
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules)) return new Map();
  return new Map(
    Object.entries(rules).flatMap(([code, wanted]: [string, unknown]) => {
      const severity = RULE_SEVERITIES.find((one) => one === wanted);
      return severity === undefined || CODES.get(code)?.fixed === true ? [] : [[code, severity] as const];
    }),
  );
}

/** Findings with the severities that are set; those that are off are left out. */
export function withSeverities(
  findings: readonly Finding[],
  severities: ReadonlyMap<string, RuleSeverity>,
): readonly Finding[] {
  if (severities.size === 0) return findings;
  return findings.flatMap((finding) => {
    const severity = severities.get(finding.code);
    if (severity === undefined || severity === finding.severity) return [finding];
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
}
