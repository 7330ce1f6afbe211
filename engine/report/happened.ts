import type { BatchHistory, Break } from '../batch/history.ts';
import type { Happened } from '../../schemas/review.ts';
import { oneLine } from './terminal.ts';
import type { Words } from './words.ts';

/** Ids are named up to here; of more, the number alone. */
const NAMED = 6;

const EN = {
  separator: ', ',
  sum: (n: number, what: string) => `${n} ${what}`,
  faults: (n: number, plan: string, kinds: string) =>
    `${n} fault${n === 1 ? '' : 's'} made on purpose (${plan})${kinds === '' ? '' : `: ${kinds}`}`,
  seed: (seed: number) => `seed ${seed}`,
  how: {
    killed: (at: string) => `Killed after ${at}`,
    stopped: (at: string) => `Stopped at ${at}`,
    failed: (at: string) => `Broke off at ${at}`,
  },
  resumed: (how: string, at: string) => `${how}, resumed at ${at}`,
  notResumed: (how: string) => `${how}, not resumed`,
  wentOn: (cases: string) => `${cases} went on`,
  again: (cases: string) => `${cases} played again`,
  cases: (n: number) => `${n} cases`,
  mixed: (cases: string) => `Mixed script: a script accepted on the way served ${cases}`,
  virtual: 'Virtual clock: times are the world’s, not the machine’s',
  unsandboxed: (why: string) => `The agent ran without a sandbox${why === '' ? '' : `: ${why}`}`,
};

const ZH: typeof EN = {
  separator: '、',
  sum: (n, what) => `${what} ${n}`,
  faults: (n, plan, kinds) => `故意制造的故障 ${n} 个（${plan}）${kinds === '' ? '' : `：${kinds}`}`,
  seed: (seed) => `种子 ${seed}`,
  how: {
    killed: (at) => `${at} 之后被强行终止`,
    stopped: (at) => `${at} 停止`,
    failed: (at) => `${at} 中断`,
  },
  resumed: (how, at) => `${how}，${at} 续跑`,
  notResumed: (how) => `${how}，尚未续跑`,
  wentOn: (cases) => `${cases} 接着跑`,
  again: (cases) => `${cases} 重新跑`,
  cases: (n) => `${n} 题`,
  mixed: (cases) => `混合剧本：${cases} 由中途接受的剧本投放`,
  virtual: '虚拟时钟：时刻属于模拟世界，不是本机时间',
  unsandboxed: (why) => `被测 agent 没有在沙箱里运行${why === '' ? '' : `：${why}`}`,
};

/** What befell a batch besides its cases, a line each: faults, breaks and how they were mended, and what else a reader must know. */
export function happenedLines(history: BatchHistory, { locale }: Pick<Words, 'locale'>): Happened[] {
  const words = { en: EN, zh: ZH }[locale];
  const { faults } = history;
  const lines: Happened[] = [];
  if (faults !== null) {
    const total = faults.counts.reduce((sum, [, n]) => sum + n, 0);
    const kinds = faults.counts.map(([kind, n]) => words.sum(n, kind)).join(words.separator);
    lines.push({ kind: 'faults', text: words.faults(total, faults.plan ?? words.seed(faults.seed), kinds) });
  }
  for (const one of history.breaks) lines.push({ kind: 'break', text: breakText(one, words) });
  if (history.mixedScript.length > 0)
    lines.push({ kind: 'mixed_script', text: words.mixed(casesText(history.mixedScript, words)) });
  if (history.virtualClock) lines.push({ kind: 'virtual_clock', text: words.virtual });
  if (history.unsandboxed !== null)
    lines.push({ kind: 'unsandboxed', text: words.unsandboxed(history.unsandboxed) });
  return lines.map(({ kind, text }) => ({ kind, text: oneLine(text) }));
}

function breakText({ how, at, why, resumedAt, wentOn, again }: Break, words: typeof EN): string {
  const broke = words.how[how](timeOf(at));
  const mended = resumedAt === null ? words.notResumed(broke) : words.resumed(broke, timeOf(resumedAt));
  const details = [
    ...(why === undefined ? [] : [why]),
    ...(wentOn.length === 0 ? [] : [words.wentOn(casesText(wentOn, words))]),
    ...(again.length === 0 ? [] : [words.again(casesText(again, words))]),
  ];
  return [mended, ...details].join(' · ');
}

const casesText = (ids: readonly string[], words: typeof EN): string =>
  ids.length > NAMED ? words.cases(ids.length) : ids.join(words.separator);

/** Time of day where the reader is, to the second; a text that is no instant as it stands. */
function timeOf(instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : at.toLocaleTimeString('en-GB');
}
