import type { Verdict } from '../../schemas/index.ts';

const COLUMNS = [
  'case_id',
  'storyline',
  'group',
  'status',
  'score',
  'required_met',
  'required_total',
  'deductions',
  'veto',
  'worst',
  'best',
] as const;

/** A cell that begins like a formula is led by an apostrophe: spreadsheets would run it. */
function cell(value: string | number | boolean | null | undefined): string {
  const plain = value === null || value === undefined ? '' : String(value);
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line a case, RFC 4180; a case without a score has an empty score and its bounds. */
export function renderCsv(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map((v) =>
    [
      v.case_id,
      v.case.storyline,
      v.group,
      v.status,
      v.score,
      v.required_met,
      v.required_total,
      v.deductions,
      v.veto.triggered,
      v.bounds?.worst,
      v.bounds?.best,
    ].map(cell),
  );
  return [[...COLUMNS], ...lines].map((line) => line.join(',')).join('\r\n') + '\r\n';
}
