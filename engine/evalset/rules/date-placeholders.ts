import { marksOf } from '../marks.ts';
import type { ValuePath } from '../model.ts';
import { scanPlaceholders } from '../placeholders.ts';
import { weekdayWords } from '../weekdays.ts';
import { Findings, type PartRule } from './rule.ts';
import { tell } from '../told.ts';

const KINDS = new Set<string>([
  'case-card',
  'case-cards',
  'npc-playbook',
  'npc-playbooks',
  'world-preset',
  'checks',
  'preset-steps',
  'cast-steps',
]);
/** Remarks that nothing renders. */
const REMARKS = new Set(['note', 'why', 'source', 'dropped_conditionals', 'dropped_injects']);

/** `bad-placeholder`, `unclosed-placeholder`: what stands in double braces but is no date placeholder. */
export const datePlaceholders: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  if (!KINDS.has(kind)) return findings.list;
  eachString(file.value, [], (text, at) => {
    if (!text.includes('{{')) return;
    for (const { code, told, span, meant } of scanPlaceholders(text).problems)
      findings.add(
        'error',
        code,
        { file, at, locate: { span } },
        told,
        meant === undefined ? undefined : { kind: 'misspelt', meant },
      );
  });
  return findings.list;
};

/** `bare-weekday`: a weekday word that belongs to no placeholder keeps its word on every evaluation day. */
export const bareWeekday: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  if (!KINDS.has(kind)) return findings.list;
  for (const { path, value, verbatim } of marksOf(kind, file.value)) {
    if (!verbatim || path.includes('scenario_hidden')) continue;
    const words = weekdayWords(value);
    if (words.length === 0) continue;
    const owned = new Set(scanPlaceholders(value).placeholders.map((item) => item.weekday?.span.from));
    for (const { span, text } of words)
      if (!owned.has(span.from))
        findings.add(
          'info',
          'bare-weekday',
          { file, at: path, locate: { span } },
          tell`"${text}" stands apart from any date placeholder, so it is never rewritten: the text depends on the evaluation day. If a date is meant, write it behind one, such as {{D+2}}（${text}）.`,
        );
  }
  return findings.list;
};

function eachString(value: unknown, path: ValuePath, visit: (text: string, at: ValuePath) => void): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value)) value.forEach((item, i) => eachString(item, [...path, i], visit));
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      if (!REMARKS.has(key)) eachString(item, [...path, key], visit);
}
