import type { FaultPlanFile, InjectedFaultLine } from '../../schemas/index.ts';
import { countsOf } from '../batch/history.ts';
import { renderTable } from './table.ts';
import { oneLine } from './terminal.ts';
import type { Words } from './words.ts';

const WORDS = {
  en: {
    none: 'No faults were asked for in this batch.',
    head: (n: number, plan: string, seed: number) =>
      `${n} fault${n === 1 ? '' : 's'} made on purpose · plan ${plan}, seed ${seed}`,
    columns: ['no.', 'time (UTC)', 'fault', 'operation', 'caller', 'call', 'request'],
  },
  zh: {
    none: '这个批次没有故障计划。',
    head: (n: number, plan: string, seed: number) => `故意制造的故障 ${n} 个 · 计划 ${plan}，种子 ${seed}`,
    columns: ['序号', '时刻（UTC）', '故障', '操作', '调用者', '第几次', '请求'],
  },
} as const;

/** The faults that were made on purpose in a batch: how many of each kind, then each. */
export function renderFaults(
  plan: FaultPlanFile | undefined,
  faults: readonly InjectedFaultLine[],
  { locale }: Pick<Words, 'locale'>,
  width: number,
): string {
  const words = WORDS[locale];
  if (plan === undefined) return words.none;
  const kinds = countsOf(faults.map(({ kind }) => kind)).map(([kind, n]) => `${kind} ${n}`);
  const rows = faults.map(({ seq, ts, kind, op, app, n, request, note }) =>
    [
      String(seq),
      ts.slice(11, 23),
      kind,
      op,
      app,
      String(n),
      note === undefined ? request : `${request} · ${note}`,
    ].map(oneLine),
  );
  return [
    words.head(faults.length, plan.name ?? '–', plan.seed),
    ...(kinds.length === 0 ? [] : [kinds.join(' · ')]),
    ...(rows.length === 0 ? [] : ['', ...renderTable(words.columns, rows, width)]),
  ].join('\n');
}
