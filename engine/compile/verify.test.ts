import { describe, expect, it } from 'vitest';
import type { EvalBundle, Provenance } from '../../schemas/index.ts';
import { evalsetHash } from '../evalset/hash.ts';
import { CARDS, compileOk, evalsetOf, WORLD } from './fixture.ts';
import { MUTATIONS } from './mutations.ts';
import { verifyScript } from './verify/index.ts';

const script = compileOk(evalsetOf({ cards: CARDS, world: WORLD }));
const { files } = script;

/** The script with one file changed. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it types what the file holds
function tampered<T>(name: string, change: (value: T) => void): Map<string, string> {
  const value = JSON.parse(files.get(name) ?? '') as T;
  change(value);
  return new Map([...files, [name, `${JSON.stringify(value, null, 2)}\n`]]);
}

const withoutKey = <V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

const codes = (changed: ReadonlyMap<string, string>) =>
  verifyScript({ cards: CARDS, files: changed }).map((f) => f.code);

it('finds nothing in a script of its own source', () => {
  const expectedHash = script.manifests.evalset.hash;
  expect(verifyScript({ cards: CARDS, files, expectedHash, selected: script.selection.cases })).toEqual([]);
});

describe('one-place mutations of the source', () => {
  it('are at least 50, of every kind', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(50);
    expect(new Set(MUTATIONS.map((m) => m.kind)).size).toBe(7);
  });

  it.each(MUTATIONS)('$name', ({ cards, named, field }) => {
    expect(evalsetHash(cards)).not.toBe(evalsetHash(CARDS));
    const findings = verifyScript({ cards, files });
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) expect(named).toContain(finding.case_id);
    expect(findings.every((f) => f.field === field)).toBe(true);
  });

  it('name the first character that differs', () => {
    const [first, ...rest] = CARDS;
    const text = '@小舵 What is\u200b due on {{D+2}} (Tuesday), Bo?\nAnd then?';
    const turns = first!.turns.map((turn, i) => (i === 0 ? { ...turn, text } : turn));
    const findings = verifyScript({ cards: [{ ...first!, turns }, ...rest], files });
    expect(findings.find((f) => f.step !== undefined)).toMatchObject({
      case_id: 'A1',
      field: '/turns/0/text',
      step: 'e-ops-001-A1-q1',
      at: 7,
      message: expect.stringContaining('U+200B (zero-width space)') as string,
    });
  });

  it('change the hash of the selected cards', () => {
    const expectedHash = '0'.repeat(64);
    expect(verifyScript({ cards: CARDS, files, expectedHash })).toMatchObject([{ code: 'evalset-hash' }]);
  });
});

describe('tampering', () => {
  const evals = 'eval-ops.json';

  it('with a step’s text, mention, wait or thread', () => {
    const step = (change: (s: Record<string, unknown>) => void, id: string) =>
      codes(
        tampered<EvalBundle>(evals, ({ steps }) =>
          change(steps.find((s) => s.id.endsWith(id)) as unknown as Record<string, unknown>),
        ),
      );
    expect(step((s) => (s['text'] = 'When?'), 'A1-q1')).toContain('text-differs');
    expect(step((s) => (s['mention'] = 'other'), 'A1-q1')).toContain('step-field');
    expect(step((s) => (s['max_wait_sec'] = 5), 'A1-w1')).toContain('step-field');
    expect(step((s) => delete s['reply_to'], 'A1-q2')).toContain('step-field');
    expect(step((s) => (s['conditional'] = undefined), 'A2-cond1')).toContain('step-field');
    expect(step((s) => (s['id'] = 'e-ops-009-A1-q1'), 'A1-q1')).toEqual(
      expect.arrayContaining(['step-missing', 'step-extra']),
    );
  });

  it('with a checkpoint, in the whole or in its point', () => {
    const card = (change: (c: EvalBundle['cards'][number]) => void) =>
      codes(tampered<EvalBundle>(evals, ({ cards }) => change(cards[1]!)));
    expect(card((c) => (c.checkpoints_rendered = c.checkpoints_rendered.replace('Bo', 'Bo ')))).toContain(
      'text-differs',
    );
    expect(card((c) => (c.points[0]!.text += ' '))).toContain('point-differs');
    expect(card((c) => (c.points[0]!.text_rendered += ' '))).toContain('point-differs');
    expect(card((c) => (c.points[1]!.delivery_gate = false))).toContain('point-field');
    expect(card((c) => c.points.pop())).toContain('point-count');
    expect(card((c) => c.query.push('more'))).toContain('query-count');
    expect(card((c) => (c.ordinal = 1))).toContain('ordinal');
  });

  it('with dropped, doubled or swapped steps', () => {
    const steps = (change: (s: EvalBundle['steps']) => void, name = evals) =>
      codes(tampered<EvalBundle>(name, (bundle) => change(bundle.steps)));
    expect(steps((s) => s.splice(3, 1))).toContain('step-missing');
    expect(steps((s) => s.push(s[0]!))).toContain('step-extra');
    expect(steps((s) => s.splice(2, 2, s[3]!, s[2]!))).toContain('step-order');
    expect(steps((s) => s.push(...s.splice(0, 9)))).toContain('case-order');
    expect(steps((s) => s.splice(3, 1), 'exec-ops.json')).toContain('exec-step');
    expect(steps((s) => s.reverse(), 'exec-ops.json')).toContain('exec-step');
  });

  it('with provenance, selection and whole files', () => {
    const provenance = (change: (p: Provenance) => void) =>
      codes(tampered<Provenance>('provenance.json', change));
    const q1 = 'e-ops-001-A1-q1';
    expect(provenance((p) => p.steps[q1]!.moves.pop())).toContain('unlisted-change');
    expect(provenance((p) => (p.steps[q1]!.moves[1]!.at += 1))).toContain('move-misplaced');
    expect(provenance((p) => (p.steps[q1]!.field = '/asker'))).toContain('wrong-provenance');
    expect(provenance((p) => (p.steps = withoutKey(p.steps, q1)))).toContain('no-provenance');
    expect(provenance((p) => (p.steps['x'] = p.steps[q1]!))).toContain('provenance-extra');
    expect(provenance((p) => p.order.reverse())).toContain('case-order');
    expect(provenance((p) => p.order.pop())).toContain('case-missing');
    expect(provenance((p) => (p.day0 = '2026-09-07'))).toContain('day0');
    expect(provenance((p) => (p.day0 = 'today'))).toContain('day0');
    expect(codes(tampered<{ cases: string[] }>('selection.json', (s) => s.cases.reverse()))).toContain(
      'case-order',
    );
    for (const name of files.keys()) {
      const rest = new Map([...files].filter(([other]) => other !== name));
      expect(codes(rest)).toContain('missing-file');
      expect(codes(new Map([...files, [name, '{']]))).toContain('garbled-file');
    }
    expect(codes(new Map([...files, ['eval-x.json', files.get(evals) ?? '']]))).toContain('extra-file');
  });

  it('never throws on garbage', () => {
    expect(verifyScript({ cards: [null, 3, {}], files: new Map() }).map((f) => f.code)).toContain(
      'garbled-card',
    );
  });

  it('names a case that is missing or extra', () => {
    const fewer = verifyScript({ cards: CARDS.slice(1), files });
    expect(fewer).toContainEqual(expect.objectContaining({ code: 'case-extra', case_id: 'A1' }));
    const more = verifyScript({ cards: [...CARDS, { ...CARDS[0]!, case_id: 'Z' }], files });
    expect(more).toContainEqual(expect.objectContaining({ code: 'case-missing', case_id: 'Z' }));
  });
});
