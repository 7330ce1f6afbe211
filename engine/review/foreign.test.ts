import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { batchOverview, caseReview, evidencePage } from '../../schemas/review.ts';
import { describeWithCorpus } from '../../test/corpus.ts';
import { plain, wordsOf } from '../report/index.ts';
import { tempDir } from '../temp-dir.fixture.ts';
import { ReviewStore } from './index.ts';

const en = wordsOf('en');

describeWithCorpus('a batch of another tool', (corpus) => {
  const from = (name: string): string => path.join(corpus, 'sundowner', name);

  function assembled(): string {
    const dir = path.join(tempDir(), 'runs', 'foreign');
    const put = (name: string, to: string): void => {
      mkdirSync(path.dirname(path.join(dir, to)), { recursive: true });
      cpSync(from(name), path.join(dir, to));
    };
    put('verdict.T135.json', 'results/verdict-T135.json');
    put('summary.json', 'results/summary.json');
    put('judge-filled.T135.json', 'evidence/T135/judge-T135.json');
    put('judge-template.T135.json', 'evidence/T135/judge-T135.template.json');
    put('world-preset.bound.json', 'script/world-preset.bound.json');
    put('decision.T09-cond1.json', 'decisions/e-admin-001-T09-cond1.json');
    put('manifests.json', 'manifests.json');
    const lines = JSON.parse(readFileSync(from('journal.json'), 'utf8')) as unknown[];
    writeFileSync(path.join(dir, 'journal.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const card: unknown = JSON.parse(readFileSync(from('case-card.T135.json'), 'utf8'));
    mkdirSync(path.join(dir, 'evalset'), { recursive: true });
    writeFileSync(path.join(dir, 'evalset', 'cases.json'), JSON.stringify([card]));
    return dir;
  }

  it('is listed, read-only', async () => {
    const dir = assembled();
    const [one] = batchOverview
      .array()
      .parse(await new ReviewStore().listBatches([path.dirname(dir)], [], en));
    expect(one?.batch).toMatchObject({
      name: 'Sundowner #1',
      readonly: true,
      evalset: 'Lark Agent Bench V4.1 (2a313eb34fbf)',
      day0: '2026-09-06',
      agent: '北辰 #1',
    });
    expect(one?.batch.why_readonly).toContain('Another tool');
    expect([one?.state, one?.text]).toEqual(['finished', '94 of 94 cases count · PASS 14 · FAIL 80']);
    expect(one?.cases.map(({ case_id: id, state, text }) => [id, state, text])).toEqual([
      ['T135', 'FAIL', '0 of 5'],
    ]);
  });

  it('opens a case: points, states, overrides, the flag, both directions', async () => {
    const dir = assembled();
    const store = new ReviewStore();
    const one = caseReview.parse(await store.reviewCase(dir, 'T135', en));
    expect(plain(one.sentence)).toBe('0 of 5: a delivery gate unmet, so 2 result points count as unmet');
    expect(one.judges).toEqual(['claude-fable-5-1', 'gpt-6-astra']);
    expect(one.points.map(({ id, state, label, tags }) => [id, state, label, tags.join(' ')])).toEqual([
      ['CP1', 'overridden', 'Met, counts as unmet: a delivery gate', '结果 必选'],
      ['CP2', 'unmet', 'Unmet', '结果 必选 AND'],
    ]);
    expect(one.points[0]?.rendered).toMatch(/^轮 1 把星辰集团投诉定位/);
    expect(one.flags).toHaveLength(1);
    expect(one.points[1]?.flagged).toBe('dependency');
    expect(one.problems.map(({ text }) => text).join()).toContain('rebuilt from the verdict');

    const { items } = evidencePage.parse(await store.evidencePage(dir, 'T135', 'thread', 0, 50, en));
    expect(items.map((item) => item.type)).toEqual(['section', 'message', 'message', 'section', 'note']);
    expect(items[2]).toMatchObject({ author: 'agent', name: '北辰 #1' });
    for (const point of one.points)
      for (const quote of point.judgements.flatMap((judgement) => judgement.quotes)) {
        expect(quote.verified).toBe(false);
        const { target } = quote;
        const item = items[target?.index ?? -1];
        const text = item?.type === 'message' ? (item.text.parts[0]?.text ?? '') : '';
        expect(text.slice(target?.start, target?.end)).toBe(quote.text);
      }
  });

  it('gives its verdict to the source file', async () => {
    const dir = assembled();
    const [one] = await new ReviewStore().sourceVerdicts([path.dirname(dir)], [], ['T135'], en);
    expect(one?.card_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(one?.points.map(({ id, state }) => [id, state])).toEqual([
      ['CP1', 'overridden'],
      ['CP2', 'unmet'],
    ]);
  });

  it('with keys that nobody knows and shapes that are none is read as far as it goes', async () => {
    const dir = assembled();
    const file = path.join(dir, 'results', 'verdict-T135.json');
    const verdict = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const changed = { ...verdict, extra: { a: 1 }, deductions: 'none', judge: 'someone', cross_check: 7 };
    writeFileSync(file, JSON.stringify(changed));
    const one = caseReview.parse(await new ReviewStore().reviewCase(dir, 'T135', en));
    expect(one.points).toHaveLength(2);
    expect(one.problems.map(({ text }) => text).join()).toContain('does not have the shape');
  });
});
