import { describe, expect, it } from 'vitest';
import { judgeFilled, type DiffEntry, type JudgeFilled } from '../../../schemas/index.ts';
import { acceptDecisions } from '../accept.ts';
import { AGENT, NPC, POST, W1, base, evidence, message, silent, templateOf } from '../evidence.fixture.ts';
import { judgeBench, type Scripted } from './testing/bench.ts';
import { answerOf, quotesOf, supportOf, type Judging, type Read } from './testing/question.ts';

const TEXT = '北岬线改到 9 月 19 日开航，已经通知码头。';
const OWN: DiffEntry = { op: 'change', path: '/r1/状态', before: '修复中', after: '已修复', actor: AGENT };
const ev = evidence(
  [
    message('哪天开航？请看一下旧船期', { message_id: 'q', author: NPC }),
    message(TEXT, { message_id: 'a1' }),
    message('好的', { message_id: 'a2' }),
  ],
  base([{ ...OWN, actor: NPC }, OWN]),
);
const template = templateOf([{ id: 'CP1' }, { id: 'CP2' }, { id: 'DED1', kind: 'deduction' }], ev);
const decisionOf = (judged: JudgeFilled, id: string): JudgeFilled['decisions'][number] =>
  judged.decisions.find((one) => one.id === id)!;
const words = (judged: JudgeFilled): unknown[] => judged.decisions.map((one) => one.met);

/** A model that answers each point by itself; supports everything unless told. */
const byPoint =
  (answers: Readonly<Record<string, (question: Judging) => Scripted>>, support = supportOf('supports')) =>
  (question: Read): Scripted => {
    if (question.kind === 'support') return support;
    return answers[question.points[0]!.id]?.(question) ?? answerOf('unmet');
  };
const met = (question: Judging): string => answerOf('met', quotesOf(question, '北岬线'));

describe('a judge that asks a model', () => {
  it('gives words that stand on verified quotes, changes or the whole scope, and says how it came to them', async () => {
    const { judge, server } = await judgeBench(
      byPoint({ CP1: met, CP2: () => answerOf('met', [{ path: POST, change: 1 }]) }),
    );
    const judged = await judge(template, ev, { price: { input: 1, output: 1 } });
    expect(words(judged)).toEqual(['met', 'met', 'unmet']);
    expect(decisionOf(judged, 'CP1').evidence).toEqual([{ path: W1, message_id: 'a1', quote: TEXT }]);
    expect(decisionOf(judged, 'CP2').evidence).toEqual([{ path: POST, diff: OWN }]);
    expect(decisionOf(judged, 'DED1').scope_read).toEqual(ev.scope);
    expect(judged.judge).toMatchObject({
      mode: 'model',
      model: 'm-2026',
      version: expect.stringMatching(/^strict@/) as string,
    });
    // Two questions for each point that was met, one for the other.
    expect(judged.decisions.map((one) => one.asked?.calls.length)).toEqual([2, 2, 1]);
    expect(judged.judging).toMatchObject({
      answered_by: ['m-2026'],
      usage: { calls: 5, tokens: { input: 500, output: 100 }, cost: 600 / 1e6 },
      causes: {},
    });
    expect(server.received.every(({ body }) => !('tools' in body))).toBe(true);
    expect(judgeFilled.safeParse(judged).error).toBeUndefined();
    // The gate before scoring lets all of it stand.
    expect(words(acceptDecisions(judged, template, ev))).toEqual(words(judged));
  });

  it('is asked only what code leaves open', async () => {
    const { judge, server } = await judgeBench(() => answerOf('met'));
    const judged = await judge(template, silent());
    expect(words(judged)).toEqual(['unmet', 'unmet', 'unmet']);
    expect(server.received).toHaveLength(0);
    expect(judged.judge.mode).toBe('rule');
  });

  it('may be asked about all points of a case at once', async () => {
    const decide =
      (ids: readonly string[]) =>
      (question: Read): string =>
        question.kind === 'support'
          ? supportOf('supports')
          : JSON.stringify({
              decisions: ids.map((id) => ({
                id,
                verdict: 'met',
                reason: 'r',
                quotes: quotesOf(question, '北岬线'),
              })),
            });
    const whole = await judgeBench(decide(['DED1', 'CP1', 'CP2']));
    expect(words(await whole.judge(template, ev, { per: 'case' }))).toEqual(['met', 'met', 'met']);
    expect(whole.server.received).toHaveLength(4);
    // What is left out, or decided twice, has no word; the others have theirs.
    const part = await judgeBench(decide(['CP1', 'CP2', 'CP2']));
    const judged = await part.judge(template, ev, { per: 'case' });
    expect(words(judged)).toEqual(['met', null, null]);
    expect(judged.judging?.causes).toEqual({ 'no-decision': 2 });
    const foreign = await judgeBench(decide(['CP1', 'CP9']));
    expect((await foreign.judge(template, ev, { per: 'case' })).judging?.causes).toEqual({ 'off-schema': 3 });
  });

  it('says how steady it is over repeats, in other orders; the first pass counts', async () => {
    const orders = new Set<string>();
    const { judge, server } = await judgeBench((question) => {
      if (question.kind === 'support') return supportOf('supports');
      orders.add(question.evidence.map(({ path }) => path).join());
      return question.points[0]!.id === 'CP1' ? met(question) : answerOf('unmet');
    });
    const steady = await judge(template, ev, { repeats: 5, support: false });
    expect(steady.judging?.unstable).toEqual({ points: 0, of: 3 });
    expect(orders.size).toBeGreaterThan(1);
    server.script = ({ n, body }) => ({
      text: body['seed'] === 11 ? answerOf('cannot_judge', [], String(n)) : answerOf('unmet'),
    });
    const judged = await judge(template, ev, { repeats: 3, seed: 10, support: false });
    expect(words(judged)).toEqual(['unmet', 'unmet', 'unmet']);
    expect(judged.judging?.unstable).toEqual({ points: 3, of: 3 });
    expect(decisionOf(judged, 'CP1')).toMatchObject({
      unstable: true,
      asked: {
        seed: 10,
        repeats: [
          { seed: 11, met: null, cause: 'said-cannot-judge' },
          { seed: 12, met: 'unmet' },
        ],
      },
    });
    expect(acceptDecisions(judged, template, ev).decisions[0]).toMatchObject({
      met: 'unmet',
      unstable: true,
    });
  });

  it('is replayed to the letter from what is on file', async () => {
    const { judge, server } = await judgeBench(byPoint({ CP1: met }));
    const first = await judge(template, ev);
    await server.close();
    expect(await judge(template, ev)).toEqual(first);
  });
});

describe('what has no word, and why; the other points go on', () => {
  const quote = (more: object): string =>
    answerOf('met', [{ path: W1, message_id: 'a1', quote: TEXT, ...more }]);
  const good = JSON.parse(quote({})) as object;
  it.each<[string, Scripted, string, RegExp]>([
    ['prose', 'The point is met, because it says so.', 'not-json', /not JSON: The point/],
    ['fenced JSON', `\`\`\`json\n${quote({})}\n\`\`\``, 'not-json', /not JSON/],
    ['JSON behind words', `Sure! ${quote({})}`, 'not-json', /not JSON/],
    ['JSON before words', `${quote({})} Done.`, 'truncated', /broken/],
    ['truncated JSON', quote({}).slice(0, -9), 'truncated', /breaks off/],
    ['an answer cut by the limit', { text: quote({}), finish: 'length' }, 'truncated', /max_output_tokens/],
    ['a wrong word', answerOf('passed'), 'off-schema', /verdict/],
    ['a word in other letters', answerOf('Met'), 'off-schema', /verdict/],
    ['a key too many', JSON.stringify({ ...good, score: 1 }), 'off-schema', /score/],
    ['a key too few', '{"verdict":"met","quotes":[]}', 'off-schema', /reason/],
    ['a key twice', quote({}).replace('{', '{"verdict":"unmet",'), 'off-schema', /key twice/],
    ['a list', `[${quote({})}]`, 'off-schema', /form/],
    ['nothing', '', 'empty', /empty/],
    ['white space', ' \n', 'empty', /empty/],
    ['no content', { text: null }, 'empty', /empty/],
    ['a refusal', { text: null, message: { refusal: 'I cannot' } }, 'refusal', /I cannot/],
    ['a tool call', { text: quote({}), message: { tool_calls: [{}] } }, 'off-schema', /tool/],
    ['429', { status: 429, raw: '' }, 'busy', /429/],
    ['500', { status: 500, raw: 'oh' }, 'server-error', /500: oh/],
    ['no answer', 'hang', 'timeout', /no answer within 1\.5 s/],
    ['a lost connection', 'reset', 'no-connection', /./],
    ['its own word', answerOf('cannot_judge', [], 'not seen'), 'said-cannot-judge', /^not seen$/],
    ['met without a quote', answerOf('met'), 'no-quote', /no quote/],
    ['an altered quote', quote({ quote: TEXT.replace('19', '20') }), 'quote-refused', /does not stand/],
    ['a quote of another file', quote({ path: 'evidence/C2/w1.json' }), 'quote-refused', /not in the scope/],
    [
      'a quote of a colleague',
      quote({ message_id: 'q', quote: '哪天开航？请看一下旧船期' }),
      'quote-refused',
      /by shenqing/,
    ],
    [
      'a colleague’s change',
      answerOf('met', [{ path: POST, change: 0 }]),
      'quote-refused',
      /made by shenqing/,
    ],
    [
      'a change that is not there',
      answerOf('met', [{ path: POST, change: 9 }]),
      'quote-refused',
      /no change 9/,
    ],
  ])('%s', async (_name, reply, cause, message) => {
    const { judge } = await judgeBench(byPoint({ CP1: () => reply, CP2: met }));
    const hangs = reply === 'hang' ? { timeout_sec: 1.5 } : {};
    const judged = await judge(template, ev, { ...hangs, attempts: 1 });
    expect(words(judged)).toEqual([null, 'met', 'unmet']);
    expect(decisionOf(judged, 'CP1')).toMatchObject({ met: null, asked: { cause } });
    expect(decisionOf(judged, 'CP1').cannot_judge).toMatch(message);
    expect(judged.judging?.causes).toEqual({ [cause]: 1 });
    expect(acceptDecisions(judged, template, ev).decisions.map((one) => one.met)).toEqual([
      null,
      'met',
      'unmet',
    ]);
  });

  it.each<[string, string, string, RegExp]>([
    ['do not carry it', supportOf('insufficient', 'only near'), 'insufficient', /do not carry it: only near/],
    ['say the opposite', supportOf('contradicts', 'later'), 'contradicted', /the opposite: later/],
    ['have no usable answer', 'yes', 'not-json', /no usable answer/],
    ['have a wrong word', supportOf('proves'), 'off-schema', /verdict/],
  ])('quotes that %s', async (_name, support, cause, message) => {
    const { judge } = await judgeBench(byPoint({ CP1: met }, support));
    const judged = await judge(template, ev);
    expect(words(judged)).toEqual([null, 'unmet', 'unmet']);
    expect(decisionOf(judged, 'CP1').cannot_judge).toMatch(message);
    expect(judged.judging?.causes).toEqual({ [cause]: 1 });
  });

  it('evidence that is longer than the model takes is neither cut nor asked about', async () => {
    const long = evidence([message('长'.repeat(5000))]);
    const { judge, server } = await judgeBench(() => answerOf('unmet'));
    const judged = await judge(templateOf([{ id: 'CP1' }], long), long, { max_input_chars: 4000 });
    expect(decisionOf(judged, 'CP1')).toMatchObject({
      met: null,
      asked: { cause: 'question-too-long', calls: [] },
    });
    expect(decisionOf(judged, 'CP1').cannot_judge).toMatch(/takes 4000 \(max_input_chars\); it was not cut/);
    expect(server.received).toHaveLength(0);
  });

  it('a negative does not rest on a file that could not be read', async () => {
    const [pre, post] = base([]);
    const torn = evidence(
      [message(TEXT, { message_id: 'a1' })],
      [pre!, { ...post!, evidence: { ...post!.evidence, unreadable: 'no access' } }],
    );
    const { judge } = await judgeBench(byPoint({ CP1: met }));
    const judged = await judge(templateOf([{ id: 'CP1' }, { id: 'CP2' }], torn), torn);
    expect(words(judged)).toEqual(['met', null]);
    expect(decisionOf(judged, 'CP2')).toMatchObject({ asked: { cause: 'unreadable-evidence' } });
  });

  it('what does not fit into the budget is not asked, and what fits is', async () => {
    const { judge, server } = await judgeBench(() => answerOf('unmet'));
    const judged = await judge(template, ev, {}, { calls: 2 });
    expect(words(judged).filter((word) => word === 'unmet')).toHaveLength(2);
    expect(judged.judging?.causes).toEqual({ 'over-budget': 1 });
    expect(server.received).toHaveLength(2);
  });

  it('a key that is not set', async () => {
    const { judge } = await judgeBench(() => answerOf('unmet'));
    const judged = await judge(template, ev, { key_env: 'NO_SUCH_KEY' });
    expect(judged.judging?.causes).toEqual({ 'no-key': 3 });
    expect(decisionOf(judged, 'CP1').cannot_judge).toMatch(/NO_SUCH_KEY is not set/);
  });
});
