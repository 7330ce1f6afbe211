import { parseCheckpoints } from '../checkpoints.ts';
import { cardsIn } from './cards-in.ts';
import { Findings, type PartRule } from './rule.ts';

const WARNINGS = new Set(['scoring-protocol-conflict', 'checkpoint-repeated-tag']);

/**
 * The checkpoint grammar: `checkpoint-unknown-tag`, `checkpoint-repeated-tag`, `checkpoint-misplaced-tag`,
 * `checkpoint-without-number`, `checkpoint-without-class`, `checkpoint-without-kind`, `checkpoint-without-tags`,
 * `checkpoint-duplicate-number`, `checkpoint-protocol-place`, `scoring-protocol-conflict`, `no-checkpoints`,
 * `no-required-point`, `too-many-deductions`.
 */
export const checkpointGrammar: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  for (const { at, card } of cardsIn(kind, file.value)) {
    const raw = card['checkpoints_raw'];
    if (typeof raw !== 'string') continue;
    const place = [...at, 'checkpoints_raw'];
    for (const { code, told, span, meant } of parseCheckpoints(raw).problems) {
      const severity = WARNINGS.has(code) ? 'warning' : 'error';
      const locate = span.to > span.from && code !== 'no-checkpoints' ? { span } : ({ what: 'key' } as const);
      const data = meant === undefined ? undefined : ({ kind: 'misspelt', meant } as const);
      findings.add(severity, code, { file, at: place, locate }, told, data);
    }
  }
  return findings.list;
};
