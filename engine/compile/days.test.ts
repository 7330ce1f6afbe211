import { expect, it } from 'vitest';
import type { EvalStep } from '../../schemas/index.ts';
import { compileOk, evalsetOf } from './fixture.ts';
import { wholeEvalset } from './whole.fixture.ts';

const DAYS = 400;
const FIRST = Date.UTC(2027, 11, 1);
const at = (day: number, offset: number) => new Date(FIRST + (day + offset) * 86_400_000);

/** The table's own calendar: the platform's Intl, in UTC. */
const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});
const weekdays = {
  周: new Intl.DateTimeFormat('zh-CN', { timeZone: 'UTC', weekday: 'short' }),
  星期: new Intl.DateTimeFormat('zh-CN', { timeZone: 'UTC', weekday: 'long' }),
  long: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }),
  short: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' }),
};
const two = (n: number) => String(n).padStart(2, '0');

function on(date: Date) {
  const found = new Map(parts.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
  const [y, m, d] = [found.get('year') ?? 0, found.get('month') ?? 0, found.get('day') ?? 0];
  return { y, m, d, q: Math.ceil(m / 3), zh: `${m}月${d}日`, md: `${two(m)}-${two(d)}` };
}
/** Year and month some months on, by the first of the month. */
const month = (day: number, months: number) => {
  const { y, m } = on(at(day, 0));
  return on(new Date(Date.UTC(y, m - 1 + months, 1)));
};

/** Every form, beside what it must be on a day. */
const FORMS: readonly (readonly [source: string, expected: (day: number) => string])[] = [
  ['{{D}}', (day) => on(at(day, 0)).zh],
  ['{{D+31}}', (day) => on(at(day, 31)).zh],
  ['{{D-60}}', (day) => on(at(day, -60)).zh],
  ['{{D+366|YYYY-MM-DD}}', (day) => `${on(at(day, 366)).y}-${on(at(day, 366)).md}`],
  ['{{D-1|MM-DD}}', (day) => on(at(day, -1)).md],
  ['{{M}}', (day) => `${month(day, 0).y}年${month(day, 0).m}月`],
  ['{{M+13}}', (day) => `${month(day, 13).y}年${month(day, 13).m}月`],
  ['{{M-1}}', (day) => `${month(day, -1).y}年${month(day, -1).m}月`],
  ['{{Y}}', (day) => `FY ${on(at(day, 0)).y}`],
  ['{{Y-2}}', (day) => `FY ${on(at(day, 0)).y - 2}`],
  ['{{Q}}', (day) => `${month(day, 0).y} Q${month(day, 0).q}`],
  ['{{Q+5}}', (day) => `${month(day, 15).y} Q${month(day, 15).q}`],
  ['{{Q-1}}', (day) => `${month(day, -3).y} Q${month(day, -3).q}`],
  ['{{D+2}}（周三）', (day) => `${on(at(day, 2)).zh}（${weekdays.周.format(at(day, 2))}）`],
  ['{{D+2（周三）}}', (day) => `${on(at(day, 2)).zh}（${weekdays.周.format(at(day, 2))}）`],
  ['{{D-9|MM-DD}} 星期一', (day) => `${on(at(day, -9)).md} ${weekdays.星期.format(at(day, -9))}`],
  ['{{D+90}} Monday', (day) => `${on(at(day, 90)).zh} ${weekdays.long.format(at(day, 90))}`],
  ['{{D}} (Mon)', (day) => `${on(at(day, 0)).zh} (${weekdays.short.format(at(day, 0))})`],
];
/** What stands around them, and alone: never touched. */
const LETTERS = '、周五见，Sunday too\u3000\u200b“＠all”  {one} 🚢\u00a0é.';
const TAIL = `${LETTERS}${FORMS.map(([source]) => source).join(LETTERS)}${LETTERS}`;
const tailOn = (day: number) =>
  `${LETTERS}${FORMS.map(([, expected]) => expected(day)).join(LETTERS)}${LETTERS}`;

const whole = wholeEvalset(TAIL);
const evalset = evalsetOf(whole);
const textOf = (step: EvalStep | undefined) => (step?.op === 'msg' || step?.op === 'dm' ? step.text : '');

/** A file without what is the source by purpose: what moves replace, and the lines of points to the letter. */
const renderedOnly = (name: string, text: string) =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    (name === 'provenance.json' && key === 'before') || (key === 'text' && String(value).startsWith('['))
      ? ''
      : value,
  );

it(`compiles on ${DAYS} days in a row: every text to the letter, every date and weekday that of Intl`, () => {
  const seen = new Set<string>();
  for (let day = 0; day < DAYS; day++) {
    const { y, md } = on(at(day, 0));
    seen.add(md);
    const script = compileOk(evalset, { day0: `${y}-${md}` });
    const tail = tailOn(day);
    expect(script.findings).toEqual([]);
    for (const [name, text] of script.files) expect(renderedOnly(name, text)).not.toContain('{{');
    const steps = new Map(script.evalBundles.flatMap((b) => b.steps).map((step) => [step.id, step]));
    const say = (id: string) => textOf(steps.get(id));
    const id = (n: string, suffix: string) => `e-ops-00${n}-${suffix}`;
    // Words of the fixture that have dates of their own stand in other tests; these have the tail alone.
    expect(say(id('5', 'C1-q1'))).toBe(`First line ${tail}\nsecond line ${tail}`);
    expect(say(id('5', 'C1-q4'))).toBe(`by another name ${tail}`);
    expect(say(id('5', 'C1-q5'))).toBe(`@小舵 not to the agent ${tail}`);
    expect(say(id('5', 'C1-cond1'))).toBe(`Yes ${tail}`);
    const before = at(day, -1);
    expect(say(id('5', 'C1-cond2'))).toBe(`${on(before).zh}（${weekdays.周.format(before)}） it was.`);
    expect(say(id('5', 'C1-i9'))).toBe(`${on(at(day, 0)).zh} at noon`);
    expect(say('e-cs-003-D1-q1')).toBe(`In private ${tail}`);
    expect(steps.get('e-cs-004-K1-clock')).toMatchObject({
      at: `${on(at(day, 1)).y}-${on(at(day, 1)).md}T10:30:00+08:00`,
    });
    const line = steps.get(id('5', 'C1-cond1'));
    expect(line?.op === 'msg' ? line.conditional?.condition : '').toBe(`被 @ 时 ${tail}`);
    const card = script.evalBundles[0]?.cards.find((one) => one.case_id === 'C1');
    expect(card?.query[0]).toBe(`@小舵 First line ${tail}\n@小舵 second line ${tail}`);
    const noon = script.world.phases?.preset?.find((step) => step.op === 'doc.create');
    expect(noon?.op === 'doc.create' ? [noon.title, noon.markdown] : []).toEqual([
      `Plan ${tail}`,
      `# Plan ${tail}`,
    ]);
  }
  expect(seen.has('02-29')).toBe(true);
  expect(seen.size).toBe(366);
}, 240_000);

it('knows 2028-02-29 and both year ends by heart', () => {
  const q = (day0: string) =>
    textOf(
      compileOk(
        evalsetOf({
          ...whole,
          ...wholeEvalset('{{D+1}} {{D+1|YYYY-MM-DD}} {{M+1}} {{Q+1}} {{D+1}}（周一）'),
        }),
        { day0 },
      ).evalBundles[0]?.steps.find((step) => step.id === 'e-ops-005-C1-q4'),
    );
  expect(q('2027-12-31')).toBe('by another name 1月1日 2028-01-01 2028年1月 2028 Q1 1月1日（周六）');
  expect(q('2028-02-28')).toBe('by another name 2月29日 2028-02-29 2028年3月 2028 Q2 2月29日（周二）');
  expect(q('2028-02-29')).toBe('by another name 3月1日 2028-03-01 2028年3月 2028 Q2 3月1日（周三）');
  expect(q('2028-12-31')).toBe('by another name 1月1日 2029-01-01 2029年1月 2029 Q1 1月1日（周一）');
});
