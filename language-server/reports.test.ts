import { expect, it } from 'vitest';
import type { Finding, Severity } from '../engine/evalset/index.ts';
import { wordsOf } from './l10n/words.ts';
import { MOST, reportOf } from './reports.ts';

const finding = (line: number, severity: Severity): Finding => ({
  file: '/e/a.case.yaml',
  code: severity,
  severity,
  message: `${line}`,
  pointer: '',
  range: { start: { line, character: 0 }, end: { line, character: 1 } },
});

it('of very many findings the weightiest are shown in their order, and how many are left', () => {
  const warnings = Array.from({ length: MOST }, (_, i) => finding(i, 'warning'));
  expect(reportOf(warnings, wordsOf('en')).items).toHaveLength(MOST);
  const all = [...warnings, finding(MOST, 'info'), finding(MOST + 1, 'error'), finding(MOST + 2, 'error')];
  const { items } = reportOf(all, wordsOf('en'));
  expect(items.map(({ code }) => code)).toEqual([
    'more-findings',
    ...Array.from({ length: MOST - 2 }, () => 'warning'),
    'error',
    'error',
  ]);
  expect(items[0]?.message).toContain('3 more findings');
  expect(reportOf(all, wordsOf('zh-cn')).items[0]?.message).toContain('还有 3 条');
});
