import {
  existsSync,
  lstatSync,
  readdirSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  batchOverview,
  caseReview,
  evidencePage,
  sourceVerdict,
  type EvidenceItem,
} from '../../schemas/review.ts';
import { plain, wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { insideBatch, ReviewStore } from './index.ts';

const en = wordsOf('en');
const zh = wordsOf('zh-cn');
const DEAD_PID = '4194000';
const ANSWER = '北岬线 9月19日 开航，以群里说的为准。';

const quote = (path_: string, text: string, id?: string) => ({
  path: path_,
  quote: text,
  ...(id === undefined ? {} : { message_id: id }),
});

function judgedBatch(): MadeBatch {
  const batch = new MadeBatch(['C1', 'C2']);
  batch.play('C1', ['收到，我查一下。', ANSWER]);
  batch.judge('C1', [
    {
      id: 'CP1',
      result: true,
      met: 'met',
      evidence: [quote(batch.evidencePath('C1', 'w1'), '北岬线　9月19日 开航')],
    },
    { id: 'CP5', gate: true, met: 'unmet', evidence: [] },
  ]);
  return batch;
}

const page = async (
  batch: MadeBatch,
  id: string,
  kind: 'thread' | 'tables' | 'documents' | 'events' = 'thread',
) => evidencePage.parse(await new ReviewStore().evidencePage(batch.dir, id, kind, 0, 200, en));
const review = async (batch: MadeBatch, id: string) =>
  caseReview.parse(await new ReviewStore().reviewCase(batch.dir, id, en));
const list = async (...dirs: string[]) =>
  batchOverview.array().parse(await new ReviewStore().listBatches(dirs, [], en));
const runsOf = (batch: MadeBatch): string => path.dirname(batch.dir);
const kinds = (items: readonly EvidenceItem[]): string[] =>
  items.map((item) => (item.type === 'note' ? `note ${item.icon}` : item.type));

/** Every file and folder below one, with its size and the time of its last change. */
function treeOf(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return ['.', ...names].sort().map((name) => {
    const { size, mtimeMs } = lstatSync(path.join(dir, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

describe('a case', () => {
  it('that was judged: sentence with links, points, quotes in their place', async () => {
    const batch = judgedBatch();
    const one = await review(batch, 'C1');
    expect(one.sentence).toEqual([
      '0 of 2: delivery gate ',
      { point: 'CP5' },
      ' unmet, so 1 result point counts as unmet',
    ]);
    expect(one.points.map(({ id, state, label }) => [id, state, label])).toEqual([
      ['CP1', 'overridden', 'Met, counts as unmet: gate CP5'],
      ['CP5', 'gate-unmet', 'Delivery gate not passed'],
    ]);
    const found = one.points[0]?.judgements[0]?.quotes[0];
    expect(found).toMatchObject({ id: 'CP1/first/0', verified: true });
    const items = (await page(batch, 'C1')).items;
    expect(kinds(items)).toEqual(['section', 'message', 'message', 'message']);
    expect(found?.target).toEqual({ kind: 'thread', index: 3, start: 0, end: 12 });
    expect(
      await new ReviewStore().evidenceText(batch.dir, 'C1', { kind: 'thread', index: 3 }, 0, 12, en),
    ).toBe('北岬线 9月19日 开航');
    expect(items[1]).toMatchObject({
      label: 'query, turn 1',
      when: '09:00:01',
      name: '邵知遥',
      role: '船期经理',
    });
  });

  it('in Chinese', async () => {
    const batch = judgedBatch();
    const one = await new ReviewStore().reviewCase(batch.dir, 'C1', zh);
    expect(plain(one.sentence)).toBe('0 / 2：交付门 CP5 未命中，1 条结果类得分点按未命中计');
    expect(one.points[0]?.label).toBe('命中，按未命中计：交付门 CP5');
  });

  it.each<[string, (batch: MadeBatch) => void, string, string]>([
    ['never played', () => undefined, 'empty', 'C2 has no verdict yet'],
    [
      'running, asked',
      (b) => {
        b.play('C2', [], 'asked');
        b.write('batch.lock', String(process.pid));
      },
      'running',
      `Running: waiting for 小舵 #1, turn 1`,
    ],
    [
      'running, answered',
      (b) => {
        b.play('C2', ['好的'], 'answered');
        b.write('batch.lock', String(process.pid));
      },
      'running',
      'Running: waiting until the agent is quiet',
    ],
    [
      'stopped in the middle',
      (b) => {
        b.play('C2', ['好的'], 'answered');
        b.write('batch.lock', DEAD_PID);
      },
      'RERUN',
      'To be rerun: no score yet',
    ],
    [
      'played, not judged',
      (b) => b.play('C2', ['好的']),
      'PENDING',
      'Pending: evidence complete, not judged',
    ],
    [
      'judged, not scored',
      (b) => {
        b.play('C2', ['好的']);
        b.judge('C2', [{ id: 'CP1', met: 'met', evidence: [] }]);
        rmSync(b.paths.abs(b.paths.verdict('C2')));
      },
      'PENDING',
      'Pending: evidence complete, not judged',
    ],
    [
      'failed by the platform, not scored',
      (b) => b.play('C2', [], 'end', 'the platform gave 504'),
      'FAIL_ENV',
      'Environment failure: no score, the agent is not to blame (the platform gave 504)',
    ],
    [
      'failed by the platform',
      (b) => {
        b.play('C2', [], 'end', 'gave 504');
        b.judge('C2', [{ id: 'CP1', met: null, evidence: [] }], { env: 'gave 504' });
      },
      'FAIL_ENV',
      'Environment failure: no score, the agent is not to blame (gave 504)',
    ],
    [
      'silent',
      (b) => {
        b.play('C2', []);
        b.judge('C2', [{ id: 'CP1', met: null, evidence: [] }], {
          silent: 'no answer from 小舵 #1 within 300 s',
        });
      },
      'FAIL',
      '0 of 1: no answer from 小舵 #1 within 5:00',
    ],
  ])('%s', async (_name, prepare, state, words) => {
    const batch = new MadeBatch(['C1', 'C2']);
    prepare(batch);
    const one = await review(batch, 'C2');
    expect([one.state, plain(one.sentence)]).toEqual([state, words]);
    expect((await list(runsOf(batch)))[0]?.cases[1]?.state).toBe(state);
    await page(batch, 'C2');
  });

  it('that runs shows what was asked before any evidence is written, and what it waits for', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', [], 'asked');
    batch.write('batch.lock', String(process.pid));
    const { items } = await page(batch, 'C1');
    expect(kinds(items)).toEqual(['section', 'message', 'note waiting']);
    expect(items[1]).toMatchObject({
      message_id: 'om_q',
      text: { parts: [{ from: 0, text: '哪天开航？' }] },
    });
    expect((await review(batch, 'C1')).progress).toMatchObject({ done: 1, total: 3 });
  });

  it('whose agent said nothing says so in the thread', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', []);
    expect((await page(batch, 'C1')).items.at(-1)).toEqual({
      type: 'note',
      icon: 'warning',
      text: 'no answer from 小舵 #1 within 5:00',
    });
  });

  it('with two judges, a flag, and older verdicts', async () => {
    const batch = judgedBatch();
    const w1 = batch.evidencePath('C1', 'w1');
    batch.write('evidence/C1/judge-C1.second.json', {
      judge: { mode: 'model', model: 'second', judged_at: null },
      decisions: [{ id: 'CP1', met: 'unmet', reason: 'no', evidence: [quote(w1, ANSWER, 'om_2')] }],
      human_review: {
        flagged: true,
        dimension: 'rubric',
        reason: 'CP1 is unclear, not CP10',
        flagged_by: 'ann',
        flagged_at: '2026-09-06T02:00:00Z',
      },
    });
    const verdict = readFileSync(batch.paths.abs(batch.paths.verdict('C1')), 'utf8');
    batch.write('results/verdict-C1.kept-1.json', verdict);
    batch.write('results/verdict-C1.kept-10.json', verdict);
    batch.write('results/verdict-C1.kept-2.json', '{"half');
    const one = await review(batch, 'C1');
    expect(one.judges).toEqual(['checks', 'second']);
    expect(one.points[0]?.judgements.map(({ by, word }) => [by, word])).toEqual([
      ['first', 'met'],
      ['second', 'unmet'],
    ]);
    expect(one.points[0]?.judgements[1]?.quotes[0]).toMatchObject({ id: 'CP1/second/0', verified: true });
    expect([one.points[0]?.flagged, one.points[1]?.flagged]).toEqual(['wording', undefined]);
    expect(one.history.map(({ file }) => file)).toEqual([
      'results/verdict-C1.kept-10.json',
      'results/verdict-C1.kept-1.json',
    ]);
    expect(one.problems[0]?.text).toContain('verdict-C1.kept-2.json is not valid JSON');
    const [source] = sourceVerdict
      .array()
      .parse(await new ReviewStore().sourceVerdicts([runsOf(batch)], [], ['C1', 'C2', 'none'], en));
    expect(source?.points[0]).toMatchObject({
      state: 'overridden',
      second: 'unmet',
      quotes: [{ source: '小舵 #1 · #船期协同群 · 09:00:02', verified: true }],
    });
  });
});

describe('a bad folder', () => {
  it('is listed with why, and hides no other', async () => {
    const good = judgedBatch();
    const runs = runsOf(good);
    const half = new MadeBatch(['C1'], path.join(runs, 'half'));
    rmSync(half.paths.abs('manifest.json'));
    half.write('evalset/evalset.yaml', 'name: x');
    const torn = new MadeBatch(['C1'], path.join(runs, 'torn'));
    torn.write('manifest.json', '{"schema_version": 1, "batch": "to');
    torn.write('journal.jsonl', '');
    mkdirSync(path.join(runs, 'not a batch'));
    writeFileSync(path.join(runs, 'a file'), '');
    symlinkSync(path.join(runs, 'nowhere'), path.join(runs, 'dangling'));
    const all = await list(runs, path.join(runs, 'no such folder'));
    expect(all.map(({ batch, state }) => [batch.name, state])).toEqual([
      ['made', 'stopped'],
      ['half', 'unreadable'],
      ['torn', 'unreadable'],
    ]);
    expect(all[1]?.problems[0]?.text).toContain('no manifest.json yet');
    expect(all[2]?.problems[0]?.text).toContain('manifest.json is not valid JSON');
    expect(
      (await new ReviewStore().listBatches([], [path.join(runs, 'gone')], en))[0]?.problems.at(-1)?.text,
    ).toContain('no longer there');
  });

  it('tells of itself in a case that was read before, and no longer when it is mended', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    const problems = async (): Promise<string> => {
      const one = caseReview.parse(await store.reviewCase(batch.dir, 'C1', en));
      expect(one.points).toHaveLength(2);
      return one.problems.map(({ text }) => text).join('\n');
    };
    expect(await problems()).toBe('');
    batch.write('manifest.json', '{"schema_version": 1, "batch": "to');
    expect(await problems()).toContain('manifest.json is not valid JSON');
    batch.write('manifest.json', batch.manifest());
    expect(await problems()).toBe('');
  });

  it('with a torn last line of the journal is read up to it', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', ['好的']);
    const file = batch.paths.abs('journal.jsonl');
    truncateSync(file, readFileSync(file).length - 9);
    const [one] = await list(runsOf(batch));
    expect(one?.state).toBe('stopped');
    expect(one?.batch.readonly).toBe(false);
    expect(one?.problems[0]?.text).toContain('last line of journal.jsonl is unfinished');
    expect((await review(batch, 'C1')).state).toBe('RERUN');
  });

  it.each([
    ['a changed line', (text: string) => text.replace('om_q', 'om_x')],
    ['a line that is none', (text: string) => text.replace('\n', '\nnot json\n')],
  ])('whose journal has %s is shown and not written to', async (_name, change) => {
    const batch = judgedBatch();
    const file = batch.paths.abs('journal.jsonl');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const one = await review(batch, 'C1');
    expect(one.batch.readonly).toBe(true);
    expect(one.batch.why_readonly).toContain('journal.jsonl:');
    expect(one.points).toHaveLength(2);
  });

  it('with evidence that is torn, of another shape, or gone', async () => {
    const batch = judgedBatch();
    batch.write(batch.evidencePath('C1', 'gate'), '{"case_id": "C1", "messages": [');
    const torn = await review(batch, 'C1');
    expect(torn.problems.map(({ text }) => text).join('\n')).toContain('e-C1-gate.json is not valid JSON');
    expect(torn.points[0]?.judgements[0]?.quotes[0]?.verified).toBe(true);
    batch.write(batch.evidencePath('C1', 'w1'), { messages: [{ text: ANSWER }, 7, null], more: 1 });
    await review(batch, 'C1');
    rmSync(batch.paths.abs('evidence/C1'), { recursive: true });
    const gone = await review(batch, 'C1');
    expect(gone.points[0]?.judgements[0]?.quotes[0]).toMatchObject({ verified: false, target: null });
    expect(gone.problems.some(({ text }) => text.includes('e-C1-w1.json is missing'))).toBe(true);
  });

  it.each([
    ['a number', 7],
    ['an empty object', {}],
    ['a list', []],
    ['points that are none', { checkpoints: [null, 3, { id: 'CP1', met: 'perhaps', evidence: [{}, 'x'] }] }],
    ['nothing', ''],
    ['half a file', '{"score": 1, "checkpoints": [{"id"'],
  ])('whose verdict is %s', async (_name, value) => {
    const batch = judgedBatch();
    batch.write(batch.paths.verdict('C1'), value);
    expect((await review(batch, 'C1')).problems.length).toBeGreaterThan(0);
    expect((await list(runsOf(batch)))[0]?.cases).toHaveLength(2);
    await page(batch, 'C1');
  });

  it('that is deleted between two questions gives a sentence, never a fault of the reader', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    await store.reviewCase(batch.dir, 'C1', en);
    rmSync(batch.dir, { recursive: true });
    await expect(store.reviewCase(batch.dir, 'C1', en)).rejects.toThrow(/no longer there/);
    expect(await store.listBatches([runsOf(batch)], [], en)).toEqual([]);
  });

  it('of another case gives a sentence', async () => {
    await expect(new ReviewStore().reviewCase(judgedBatch().dir, 'C9', en)).rejects.toThrow(
      /C9 is not in this batch/,
    );
  });

  it('stops reading when it is told to', async () => {
    const batch = judgedBatch();
    await expect(
      new ReviewStore().listBatches([runsOf(batch)], [], en, AbortSignal.abort()),
    ).rejects.toThrow();
  });
});

describe('data stays data', () => {
  it.each(['a/b', '..', '../../x', 'two words', `"quoted" 'id'`, '汐港 🚢', 'CON', 'a\u202Eb'])(
    'case id %j',
    async (id) => {
      const batch = new MadeBatch([id]);
      batch.play(id, [ANSWER]);
      batch.judge(id, [{ id: 'CP1', met: 'met', evidence: [quote(batch.evidencePath(id, 'w1'), ANSWER)] }]);
      const one = await review(batch, id);
      expect(one.points[0]?.judgements[0]?.quotes[0]).toMatchObject({ verified: true, target: { index: 2 } });
      expect(existsSync(path.join(runsOf(batch), 'results'))).toBe(false);
    },
  );

  it('a message with HTML, script, ANSI and marks of direction is shown to the letter', async () => {
    const evil =
      '<img src=x onerror=alert(1)><script>1</script>\u001B[31mred\u202Eevil\u202C\u0000 [a](http://x.example)';
    const batch = new MadeBatch(['C1']);
    batch.play('C1', [evil]);
    const item = (await page(batch, 'C1')).items[2];
    expect(item?.type === 'message' ? item.text.parts : []).toEqual([{ from: 0, text: evil }]);
  });

  it('no pointer leads out of the folder', async () => {
    const batch = judgedBatch();
    symlinkSync('/etc', path.join(batch.dir, 'evidence', 'link'));
    const paths = [
      '../../etc/passwd',
      '/etc/passwd',
      'evidence/../../x',
      'C:\\x',
      'evidence/link/passwd',
      'a\0b',
    ];
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: paths.map((one) => quote(one, 'root:x:0:0')) }]);
    const one = await review(batch, 'C1');
    const quotes = one.points[0]?.judgements[0]?.quotes ?? [];
    expect(quotes.map(({ target, verified }) => [target, verified])).toEqual(paths.map(() => [null, false]));
    expect(one.problems.filter(({ text }) => text.includes('outside the batch folder'))).toHaveLength(4);
    for (const relative of paths) expect(await insideBatch(batch.dir, relative)).toBeNull();
    expect(await insideBatch(batch.dir, 'manifest.json')).toBe(path.join(batch.dir, 'manifest.json'));
    expect(await insideBatch(batch.dir, 'evidence/none.json')).toBeNull();
  });

  it('nothing is written', async () => {
    const batch = judgedBatch();
    batch.play('C2', ['好的'], 'asked');
    const whole = path.dirname(runsOf(batch));
    const before = treeOf(whole);
    const store = new ReviewStore();
    const at = { kind: 'thread', index: 1 } as const;
    for (const id of ['C1', 'C2']) {
      await store.reviewCase(batch.dir, id, en);
      await store.evidencePage(batch.dir, id, 'thread', 0, 200, en);
      await store.evidenceText(batch.dir, id, at, 0, 10, en);
    }
    await store.listBatches([runsOf(batch)], [], en);
    await store.sourceVerdicts([runsOf(batch)], [], ['C1', 'C2'], en);
    expect(treeOf(whole)).toEqual(before);
  });
});

describe('a frozen evalset', () => {
  const card = { case_id: 'C1', storyline: '开航', group_key: 'ops', turns: [{ turn: 1, text: '哪天？' }] };

  it('that cannot be read is told in the case, gives no hash, and both when it is mended in place', async () => {
    const batch = judgedBatch();
    batch.write('evalset/cases.json', '[{"case_id": "C1"');
    const store = new ReviewStore();
    const ask = async () => {
      const one = caseReview.parse(await store.reviewCase(batch.dir, 'C1', en));
      const drawn = await store.sourceVerdicts([runsOf(batch)], [], ['C1'], en);
      return { one, drawn: sourceVerdict.parse(drawn[0]) };
    };
    const torn = await ask();
    expect(torn.one.problems.map(({ text }) => text).join()).toContain('frozen evalset of the batch cannot');
    expect([torn.one.card_hash, torn.drawn.card_hash]).toEqual([undefined, undefined]);
    batch.write('evalset/cases.json', [card]);
    const mended = await ask();
    expect(mended.one.problems).toEqual([]);
    expect(mended.one.title).toBe('哪天？');
    expect(mended.one.card_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(mended.drawn.card_hash).toBe(mended.one.card_hash);
    expect(mended.one.revision).not.toBe(torn.one.revision);
  });
});

describe('what changes', () => {
  it('changes the revision, and nothing else does', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    const first = await store.reviewCase(batch.dir, 'C1', en);
    batch.play('C2', ['好的']);
    expect((await store.reviewCase(batch.dir, 'C1', en)).revision).toBe(first.revision);
    batch.judge('C1', [{ id: 'CP1', met: 'unmet', evidence: [] }]);
    const second = await store.reviewCase(batch.dir, 'C1', en);
    expect(second.revision).not.toBe(first.revision);
    expect(second.points).toHaveLength(1);
    expect((await store.evidencePage(batch.dir, 'C1', 'thread', 0, 1, en)).revision).toBe(second.revision);
  });
});

describe('much evidence', () => {
  it('200 000 messages are paged, and a quote among them is found', async () => {
    const batch = new MadeBatch(['C1']);
    const many = Array.from({ length: 200_000 }, (_, i) => `回复第 ${i} 条：${'冷'.repeat(20)}`);
    batch.play('C1', many);
    const text = '回复第 199999 条：冷冷冷冷';
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [quote(batch.evidencePath('C1', 'w1'), text)] }]);
    const store = new ReviewStore();
    const one = await store.reviewCase(batch.dir, 'C1', en);
    const target = one.points[0]?.judgements[0]?.quotes[0]?.target;
    expect(target).toMatchObject({ index: 200_001, start: 0, end: text.length });
    const last = await store.evidencePage(batch.dir, 'C1', 'thread', 199_990, 200, en);
    expect([last.total, last.items.length]).toEqual([200_002, 12]);
  }, 120_000);

  it('a verdict that holds much is listed by its beginning, and read whole for its case', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', [ANSWER]);
    const evidence = [quote(batch.evidencePath('C1', 'w1'), ANSWER)];
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence }]);
    const small = await list(runsOf(batch));
    const file = batch.paths.verdict('C1');
    const verdict = JSON.parse(readFileSync(batch.paths.abs(file), 'utf8')) as object;
    const own = { chat: 'ops', ts: '2026-09-06T01:00:02.000Z', turn: 1, where: 'thread' };
    const told = Array.from({ length: 20_000 }, (_, i) => ({
      ...own,
      message_id: `om_${i}`,
      text: '冷'.repeat(40),
    }));
    batch.write(file, { ...verdict, agent_messages: told });
    expect(await list(runsOf(batch))).toEqual(small);
    expect((await review(batch, 'C1')).points[0]?.judgements[0]?.quotes[0]?.verified).toBe(true);
    batch.write(file, { agent_messages: told, ...verdict, notes: '"agent_messages": ' });
    expect(await list(runsOf(batch))).toEqual(small);
  });

  it('a message of 30 MB is shown in pieces, with its quote', async () => {
    const batch = new MadeBatch(['C1']);
    const big = `${'汐港冷运 '.repeat(2_000_000)}冷机绝缘复检排在九月十日${'x'.repeat(20_000_000)}`;
    batch.play('C1', [big, ...Array.from({ length: 150 }, () => '长'.repeat(9000))]);
    const text = '冷机绝缘复检排在九月十日';
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [quote(batch.evidencePath('C1', 'w1'), text)] }]);
    const store = new ReviewStore({ keepBytes: 1 });
    const one = await store.reviewCase(batch.dir, 'C1', en);
    const target = one.points[0]?.judgements[0]?.quotes[0]?.target;
    expect(target).toMatchObject({ index: 2, start: 10_000_000 });
    const shown = await store.evidencePage(batch.dir, 'C1', 'thread', 0, 200, en);
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(1_000_000);
    const item = shown.items[2];
    const parts = item?.type === 'message' ? item.text.parts : [];
    expect(parts.some((part) => part.text.includes(text))).toBe(true);
    const at = { kind: 'thread', index: 2 } as const;
    expect(await store.evidenceText(batch.dir, 'C1', at, target?.start ?? 0, text.length, en)).toBe(text);
  }, 120_000);
});
