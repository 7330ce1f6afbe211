import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableRow } from '../../../schemas/index.ts';
import type { CaseEvidence } from '../../evidence/model.ts';
import { acceptDecisions } from '../accept.ts';
import { POST, base, evidence, message, rows, templateOf } from '../evidence.fixture.ts';
import { enveloped, plainJson, unveloped } from './envelope.ts';
import { judgeBench } from './testing/bench.ts';
import { PAYLOADS, type Payload } from './testing/payloads.ts';
import { answerOf, supportOf } from './testing/question.ts';

const CALM = '冷机绝缘复检排在九月十日上午。';

/** A case in which a text stands where it was put; everything else is the same. */
function caseWith({ place, text }: Payload): CaseEvidence {
  const put = (where: Payload['place']): string => (where === place ? text : CALM);
  const file = { kind: 'file', name: put('file name') };
  const row: TableRow = {
    record_id: place === 'row key' ? `r${text}` : 'r2',
    fields: { 编号: 'B02', 状态: put('cell') },
  };
  const document = {
    path: 'evidence/C1/doc.json',
    evidence: { case_id: 'C1', step: 'doc', asset: 'D2', at: '2026-09-06T10:29:00Z', text: put('document') },
  };
  const own = message(put('message'), { message_id: 'a1', attachments: [file] });
  return evidence([message('哪天？', { message_id: 'q' }), own], [...base([], [rows[0]!, row]), document]);
}

/** Where two values differ, as paths. */
function differences(a: unknown, b: unknown, at = ''): string[] {
  if (Object.is(a, b)) return [];
  const object = (value: unknown): value is Readonly<Record<string, unknown>> =>
    value !== null && typeof value === 'object';
  if (!object(a) || !object(b) || Array.isArray(a) !== Array.isArray(b)) return [at];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    differences(a[key], b[key], `${at}/${key}`),
  );
}

const FIELDS: Readonly<Record<Payload['place'], RegExp>> = {
  message: /messages\/1\/text$/,
  document: /evidence\/\d\/text$/,
  cell: /fields\/状态$/,
  'file name': /attachments\/0\/name$/,
  'row key': /record_id$/,
};
const isAt = (at: string, place: Payload['place']): boolean => FIELDS[place].test(at);

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

describe('300 injected texts in messages, documents, cells, file names and record ids', () => {
  it('stay in their field: the question reads back to the letter, and differs from its calm twin there alone', async () => {
    const template = templateOf([{ id: 'CP1' }]);
    const { judge, server } = await judgeBench(() => answerOf('unmet'));
    const ask = (payload: Payload): Promise<unknown> =>
      judge(template, caseWith(payload), { max_input_chars: 10_000_000 });
    await ask({ place: 'message', text: CALM });
    const [calmly] = server.received;
    const calm = unveloped(calmly!.user);
    expect(PAYLOADS).toHaveLength(300);
    expect(new Set(PAYLOADS.map(({ place, text }) => place + text)).size).toBe(300);
    for (let i = 0; i < PAYLOADS.length; i += 50) await Promise.all(PAYLOADS.slice(i, i + 50).map(ask));
    const reads = server.received.slice(1).map(({ user, system }) => {
      const read = unveloped(user);
      return { system, ...read, texts: textsIn(read.data) };
    });
    expect(reads).toHaveLength(300);
    for (const { place, text } of PAYLOADS) {
      const wanted = place === 'row key' ? `r${text}` : text;
      const own = reads.filter(({ texts }) => texts.includes(wanted));
      const [read] = own.filter(({ data }) => differences(calm.data, data).every((at) => isAt(at, place)));
      // One field differs from the calm twin, and holds the text to the letter, once.
      expect(differences(calm.data, read?.data)).toHaveLength(1);
      expect(read?.texts.filter((one) => one === wanted)).toHaveLength(1);
      // Nothing outside the data is another, but for their mark, which the text cannot have known.
      expect([read?.system, read?.before, read?.behind]).toEqual([calmly!.system, calm.before, calm.behind]);
      expect(read?.mark).not.toBe(calm.mark);
      expect(text).not.toContain(read?.mark);
    }
  });

  it('as answers of the model give no point a word', async () => {
    let answer = '';
    const { judge } = await judgeBench((question) =>
      question.kind === 'support' ? supportOf('supports') : answer,
    );
    const template = templateOf([{ id: 'CP1' }, { id: 'VETO1', kind: 'veto' }]);
    const fresh = PAYLOADS.filter((_, i) => i % 10 === 0);
    for (const [i, payload] of fresh.entries()) {
      const ev = caseWith(payload);
      for (const [n, said] of [
        payload.text,
        answerOf(payload.text),
        answerOf('met', [{ path: POST, quote: payload.text }]),
      ].entries()) {
        answer = said;
        const judged = await judge(template, ev, { seed: i * 3 + n, max_input_chars: 10_000_000 });
        const accepted = acceptDecisions(judged, template, ev);
        expect(accepted.decisions.map((one) => [one.met, one.cannot_judge === undefined])).toEqual([
          [null, false],
          [null, false],
        ]);
      }
    }
  });
});

describe('the envelope', () => {
  it('gives back any data, on one line of visible characters, and its marks stand nowhere in them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.nat(), (value, text, seed) => {
        const data = { value, text, nested: [{ text }] };
        const sent = enveloped(data, seed);
        const read = unveloped(sent);
        expect(read.data).toEqual(JSON.parse(JSON.stringify(data)));
        expect(sent.split('\n')).toHaveLength(3);
        expect(plainJson(data)).not.toMatch(/[\p{C}\u2028\u2029<]/u);
        expect(plainJson(data)).not.toContain(read.mark);
        expect(enveloped(data, seed)).toBe(sent);
      }),
    );
  });
});
