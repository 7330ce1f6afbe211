import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label, LabelFlag, LabelsFile, Pointer } from '../../schemas/index.ts';
import { BatchPaths } from '../batch/paths.ts';
import { evidence, message, NPC, silent, templateOf, W1 } from '../judge/evidence.fixture.ts';
import { tempDir } from '../temp-dir.fixture.ts';
import {
  adoptedLabels,
  changeLabels,
  currentLabels,
  decideByLabels,
  labelsToAdopt,
  noLabels,
  readLabels,
  withAdopted,
  withFlag,
  withLabel,
  withoutFlag,
  withoutLabel,
} from './index.ts';

const person = (id: string) => ({ kind: 'person', id }) as const;
const label = (point: string, word: Label['word'], more: Partial<Label> = {}): Label => ({
  ...{ point, word, reason: '', evidence: [], by: person('Lin'), at: '2026-09-07T01:00:00.000Z' },
  ...{ judge: null, ...more },
});
const file = (labels: Label[]): LabelsFile => ({ ...noLabels('C1'), labels });

describe('a label file', () => {
  it('loses nothing, however two writers take turns', async () => {
    const turn = fc.record({
      who: fc.constantFrom('Lin', 'Mo'),
      point: fc.constantFrom('CP1', 'CP2', 'CP3'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 8 }), async (turns) => {
        const paths = new BatchPaths(tempDir());
        // Each writer rests on what it read last, as two windows do, and looks again when it is refused.
        const known = new Map<string, number>();
        const write = async ({ who, point }: (typeof turns)[number], n: number): Promise<void> => {
          for (;;) {
            const reason = `${who} ${n}`;
            const written = await changeLabels(
              paths,
              'C1',
              (now) => withLabel(now, label(point, 'met', { by: person(who), reason })),
              { rev: known.get(who) ?? 0 },
            );
            if (written.how === 'damaged') throw new Error(written.why);
            known.set(who, written.file.rev);
            if (written.how === 'saved') return;
          }
        };
        const writers = ['Lin', 'Mo'].map(async (who) => {
          for (const [n, one] of turns.entries()) if (one.who === who) await write(one, n);
        });
        await Promise.all(writers);
        const found = await readLabels(paths, 'C1');
        if (!found.ok) throw new Error(found.why);
        const last = new Map(turns.map(({ who, point }, n) => [`${who} ${point}`, `${who} ${n}`]));
        expect(found.file.rev).toBe(turns.length);
        expect(new Map(found.file.labels.map((one) => [`${one.by.id} ${one.point}`, one.reason]))).toEqual(
          last,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('refuses a write on an older state, and says what stands there', async () => {
    const paths = new BatchPaths(tempDir());
    await changeLabels(paths, 'C1', (now) => withLabel(now, label('CP1', 'met')), { rev: 0 });
    const stale = await changeLabels(paths, 'C1', (now) => withLabel(now, label('CP1', 'unmet')), { rev: 0 });
    expect(stale).toMatchObject({ how: 'stale', file: { rev: 1, labels: [{ word: 'met' }] } });
    expect(await readLabels(paths, 'C1')).toMatchObject({ ok: true, file: { rev: 1 } });
  });

  it.each([
    ['half written', '{"case_id":"C1","rev":3,"labels":[', 'not valid JSON'],
    ['of another shape', '{"case_id":"C1","rev":-1,"labels":[],"flags":[]}', '/rev'],
    ['of another case', JSON.stringify(noLabels('C2')), 'it is about C2'],
  ])('that is %s is told and never written over', async (_, text, why) => {
    const paths = new BatchPaths(tempDir());
    const place = paths.abs(paths.labels('C1'));
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
    const written = await changeLabels(paths, 'C1', (now) => withLabel(now, label('CP1', 'met')));
    expect(written.how).toBe('damaged');
    expect(written.how === 'damaged' && written.why).toContain(why);
    expect(written.how === 'damaged' && written.why).toContain(place);
    expect(written.how === 'damaged' && written.why).toContain('restore it from a copy');
    expect(readFileSync(place, 'utf8')).toBe(text);
  });

  it('takes over the lock of a writer that died, and leaves none', async () => {
    const paths = new BatchPaths(tempDir());
    const place = paths.abs(paths.labels('C1'));
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place.replace('.json', '.lock'), '4194000 a-dead-one');
    const written = await changeLabels(paths, 'C1', (now) => withLabel(now, label('CP1', 'met')));
    expect(written.how).toBe('saved');
    expect(readdirSync(path.dirname(place))).toEqual(['labels-C1.json']);
  });
});

describe('changes', () => {
  it('one word a person and point; an adopted one is withdrawn until the next re-score, others go', () => {
    const adopted = label('CP1', 'met', { adopted: '2026-09-07T02:00:00.000Z' });
    const again = withLabel(
      file([adopted, label('CP1', 'met', { by: person('Mo') })]),
      label('CP1', 'unmet'),
    );
    expect(
      again.labels.map((one) => [
        one.by.id,
        one.word,
        one.adopted !== undefined,
        one.withdrawn !== undefined,
      ]),
    ).toEqual([
      ['Lin', 'met', true, true],
      ['Mo', 'met', false, false],
      ['Lin', 'unmet', false, false],
    ]);
    expect(currentLabels(again)).toHaveLength(2);
    expect(adoptedLabels(again).map(({ word }) => word)).toEqual(['met']);
    const cleared = withoutLabel(again, 'CP1', person('Lin'), '2026-09-07T03:00:00.000Z');
    expect(cleared.labels).toHaveLength(2);
    expect(withAdopted(cleared, [], '2026-09-07T04:00:00.000Z').labels.map((one) => one.by.id)).toEqual([
      'Mo',
    ]);
  });

  it('one flag a person and dimension', () => {
    const flag = (reason: string, by = 'Lin'): LabelFlag => ({
      ...{ dimension: 'env', points: ['CP1'], reason, by: person(by), at: '2026-09-07T01:00:00.000Z' },
    });
    const all = [flag('a'), flag('b', 'Mo'), flag('c')].reduce(
      (file, one) => withFlag(file, one),
      noLabels('C1'),
    );
    expect(all.flags.map(({ reason }) => reason)).toEqual(['b', 'c']);
    expect(withoutFlag(all, 'env', person('Mo')).flags.map(({ reason }) => reason)).toEqual(['c']);
    expect(withoutFlag(all, 'rubric', person('Mo')).flags).toHaveLength(2);
  });
});

describe('what labels decide', () => {
  const SAID = '台账 B03 已改为修复中，请核对。';
  const of = evidence([message(SAID), message('我改好了，放心吧各位。', { author: NPC })]);
  const template = templateOf([{ id: 'CP1' }, { id: 'VETO1', kind: 'veto' }], of);
  const carried: Pointer = { path: W1, quote: '已改为修复中，请核对' };
  const decided = (one: Label, by = of) => {
    const { adopted, left } = decideByLabels(
      [one],
      templateOf([{ id: 'CP1' }, { id: 'VETO1', kind: 'veto' }], by),
      by,
    );
    return adopted.length > 0 ? adopted[0]?.decision.met : (left[0]?.why ?? 'nothing');
  };

  it.each<[string, Label, unknown]>([
    ['met with the agent’s words', label('CP1', 'met', { evidence: [carried] }), 'met'],
    ['triggered with them', label('VETO1', 'met', { evidence: [carried] }), 'met'],
    ['met without any', label('CP1', 'met'), expect.stringContaining('no evidence is given')],
    [
      'met with another’s words',
      label('CP1', 'met', { evidence: [{ path: W1, quote: '我改好了，放心吧各位' }] }),
      expect.stringContaining('not by the agent'),
    ],
    ['unmet with the whole scope', label('CP1', 'unmet', { scope_read: [...of.scope] }), 'unmet'],
    ['unmet with nothing', label('CP1', 'unmet'), expect.stringContaining('neither a quote nor the files')],
    ['cannot', label('CP1', 'cannot'), null],
    ['a point that is none', label('CP9', 'met', { evidence: [carried] }), 'no such point in C1'],
  ])('%s', (_, one, expected) => expect(decided(one)).toEqual(expected));

  it('never makes a silent agent meet a point', () => {
    expect(decided(label('CP1', 'met', { evidence: [carried] }), silent())).toContain('no answer');
  });

  it('the newest word of a person counts, and none of a model', () => {
    const labels = [
      label('CP1', 'met', { at: '2026-09-07T03:00:00.000Z', evidence: [carried] }),
      label('CP1', 'unmet', { by: person('Mo') }),
      label('VETO1', 'met', { by: { kind: 'model', id: 'CC' } }),
    ];
    expect(labelsToAdopt(file(labels)).map(({ point, word }) => [point, word])).toEqual([['CP1', 'met']]);
  });

  it('a second re-score of the same labels changes nothing', () => {
    const one = file([label('CP1', 'met', { evidence: [carried] })]);
    const { adopted } = decideByLabels(one.labels, template, of);
    const first = withAdopted(one, adopted, '2026-09-07T04:00:00.000Z');
    expect(first.labels[0]?.adopted).toBe('2026-09-07T04:00:00.000Z');
    const again = decideByLabels(first.labels, template, of).adopted;
    expect(withAdopted(first, again, '2026-09-07T05:00:00.000Z')).toBe(first);
  });
});
