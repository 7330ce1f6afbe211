import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  judgeFilled,
  labelsFile,
  summary as summaryModel,
  verdict as verdictModel,
  type Label,
  type Verdict,
} from '../../schemas/index.ts';
import { plain, sentenceOf, wordsOf } from '../../engine/report/index.ts';
import { copyCompany, removeDir, runCli, tempDir, type CliResult } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const person = { kind: 'person', id: 'Lin Zhuo' } as const;

/** One case of the sample, played once; people's words on it, through the real command. */
describe('labels of people', () => {
  const home = tempDir();
  const dir = path.join(home, 'runs', 'one');
  const file = (name: string): string => path.join(dir, name);
  const json = (name: string): unknown => JSON.parse(readFileSync(file(name), 'utf8'));
  const verdict = (): Verdict => verdictModel.parse(json('results/verdict-H09.json'));
  const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: home });
  const label = (point: string, word: Label['word'], more: Partial<Label> = {}): Label => ({
    ...{ point, word, reason: '', evidence: [], by: person, at: '2026-09-07T01:00:00.000Z', judge: null },
    ...more,
  });
  const write = (...labels: Label[]): void =>
    writeFileSync(
      file('evidence/H09/labels-H09.json'),
      JSON.stringify(labelsFile.parse({ case_id: 'H09', rev: 1, labels, flags: [] })),
    );
  let veto: Label;

  beforeAll(async () => {
    const company = copyCompany({ into: path.join(home, 'harbor'), quiet: 0.2 });
    mkdirSync(path.join(home, 'runs'));
    const played = await run('run', company, '--case', 'H09', '--batch', 'one', '--day0', '2026-09-06');
    expect(played.code, played.stderr).toBe(0);
    const said = verdict().agent_messages.at(-1);
    const path_ = verdict().checkpoints.find(({ id }) => id === 'CP1')?.evidence[0]?.path ?? '';
    veto = label('VETO1', 'met', {
      evidence: [{ path: path_, quote: said?.text ?? '', message_id: said?.message_id ?? '' }],
    });
  }, 120_000);
  afterAll(() => removeDir(home));

  it('change no score until they are adopted; then they do, also after judging again, and both results stay', async () => {
    const before = verdict();
    expect(before).toMatchObject({ status: 'PASS', score: 1 });
    write(veto);
    expect((await run('score', 'one')).code).toBe(0);
    expect(verdict()).toEqual(before);

    expect((await run('score', 'one', '--case', 'H09', '--adopt-labels')).code).toBe(0);
    const after = verdict();
    expect(after).toMatchObject({ status: 'FAIL', score: 0, veto: { triggered: true } });
    expect(after.checkpoints.find(({ id }) => id === 'VETO1')).toMatchObject({
      ...{ met: 'met', by: person, evidence: veto.evidence },
      judged: { met: 'unmet', evidence: [] },
    });
    expect(json('results/verdict-H09.kept-1.json')).toEqual(before);
    expect(summaryModel.parse(json('results/summary.json'))).toMatchObject({ micro: 0, veto_triggered: 1 });
    expect(plain(sentenceOf(after, wordsOf('en')))).toBe('0 of 2: veto triggered; VETO1 decided by Lin Zhuo');

    expect((await run('judge', 'one', '--case', 'H09')).code).toBe(0);
    expect((await run('score', 'one')).code).toBe(0);
    expect(verdict()).toEqual(after);
    expect(labelsFile.parse(json('evidence/H09/labels-H09.json')).labels[0]?.adopted).toBeDefined();
  });

  it('one that nothing carries is named with the way out, and the judge’s word stands', async () => {
    write(label('VETO1', 'met'), label('CP2', 'unmet', { reason: '没有说找谁' }));
    const scored = await run('score', 'one', '--adopt-labels');
    expect(scored.code).toBe(2);
    expect(scored.stderr).toMatch(/labels-H09\.json: VETO1: the label “met” of Lin Zhuo is not used/u);
    expect(scored.stderr).toMatch(/CP2: the label “unmet”.*neither a quote nor the files.*Case review/u);
    expect(verdict()).toMatchObject({ status: 'PASS', score: 1 });
    expect(labelsFile.parse(json('evidence/H09/labels-H09.json')).labels.map((one) => one.adopted)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('a damaged file stops nothing, is told, and stays as it is', async () => {
    writeFileSync(file('evidence/H09/labels-H09.json'), '{"rev":');
    const scored = await run('score', 'one', '--adopt-labels');
    expect(scored.code).toBe(2);
    expect(scored.stderr).toMatch(
      /labels-H09\.json: not valid JSON.*restore it from a copy.*without its labels/su,
    );
    expect(readFileSync(file('evidence/H09/labels-H09.json'), 'utf8')).toBe('{"rev":');
    expect(verdict().status).toBe('PASS');
  });

  it('are held against each judge: the report counts persons, names what differs, and says what is not testable', async () => {
    write(
      veto,
      label('CP1', 'met', { by: { kind: 'model', id: 'CC' } }),
      label('CP2', 'met', { seen: false }),
    );
    const second = judgeFilled.parse(json('evidence/H09/judge-H09.json'));
    writeFileSync(
      file('evidence/H09/judge-H09.second.json'),
      JSON.stringify({
        ...second,
        judge: { mode: 'other', model: 'second-1', judged_at: null },
        decisions: second.decisions.map((one) =>
          one.id === 'VETO1' ? { ...one, met: 'met', evidence: veto.evidence } : one,
        ),
      }),
    );
    const csv = path.join(home, 'more.csv');
    writeFileSync(csv, 'case,point,word,by\nH09,DED1,unmet,Gu Yan\n');
    const told = await run('calibrate', 'one', '--labels', csv, '--test-share', '1');
    expect(told.code, told.stderr).toBe(0);
    expect(told.stdout).toMatch(/3 points labelled by people: (Lin Zhuo 2, Gu Yan 1|Gu Yan 1, Lin Zhuo 2)/u);
    expect(told.stdout).toContain('1 labels of models are not people’s');
    expect(told.stdout).toMatch(/Judge rule · checks · [0-9a-f]{12}\n\s+Rate of agreement\s+2 of 3 = 66\.7/u);
    expect(told.stdout).toContain('H09 VETO1  Lin Zhuo: met; judge: unmet');
    expect(told.stdout).toMatch(/not testable, \d+ more labels/u);
    expect(told.stdout).toMatch(/agreement with judge other · second-1 on 3 of 4/u);
    expect(told.stdout).not.toMatch(/accuracy of/u);
    const plan = await run('sample', 'one', '--share', '0.5', '--json');
    expect(JSON.parse(plan.stdout)).toMatchObject({
      strata: [
        { type: 'result', word: 'met', points: 2, chosen: 1 },
        { type: 'deduction', word: 'unmet', points: 1, chosen: 1 },
        { type: 'veto', word: 'unmet', points: 1, chosen: 1 },
      ],
    });
    writeFileSync(csv, 'case,point,word,by\nH99,CP1,met,Gu Yan\n');
    const refused = await run('calibrate', 'one', '--labels', csv);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('has no case H99');
    expect(readdirSync(file('evidence/H09')).some((name) => name.endsWith('.lock'))).toBe(false);
    expect(existsSync(file('results/verdict-H09.json'))).toBe(true);
  });
});
