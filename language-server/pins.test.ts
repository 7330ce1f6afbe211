import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeActionRequest, type CodeAction } from 'vscode-languageserver-protocol';
import { planPin, type Finding } from '../engine/evalset/index.ts';
import { check } from '../engine/evalset/check.ts';
import { LineIndex } from '../engine/evalset/lines.ts';
import { noFiles, overlayFiles } from '../engine/evalset/overlay-files.ts';
import { readSource } from '../engine/evalset/source.ts';
import { CARD, EVALSET, evalsetWith, unmark, type MarkedFiles } from '../engine/evalset/testing.ts';
import { loadDocument } from '../engine/evalset/load-file.ts';
import { wordsOf } from './l10n/words.ts';
import { fixesOf } from './fixes/index.ts';
import { pinnedText, pinState } from './protocol.ts';
import { uriOf } from './project/uris.ts';
import { MODERN } from './testing/client.ts';
import { applied, edited } from './testing/edits.ts';
import { scene } from './testing/scene.ts';

const CASE = '/e/a.case.yaml';
const PIN = '/e/evalset.pin.json';
const CAPABILITIES = {
  ...MODERN,
  textDocument: {
    ...MODERN.textDocument,
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

async function pinOf(files: MarkedFiles): Promise<string> {
  const plan = await planPin('/e', overlayFiles(unmark(files).texts, noFiles()));
  if (plan.what !== 'ready') throw new Error(JSON.stringify(plan));
  return plan.text;
}

/** What may be done about the first finding of a file, as the server says it. */
async function actionsOn(files: MarkedFiles, file = CASE, commands = false, locale = 'en') {
  const found = await scene(files, { capabilities: CAPABILITIES, locale, commands });
  const [diagnostic] = await found.client.pull(file);
  const list = await found.client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: uriOf(file) },
    range: diagnostic!.range,
    context: { diagnostics: [diagnostic!] },
  });
  return { ...found, diagnostic: diagnostic!, actions: (list ?? []) as CodeAction[] };
}

const changed = async (): Promise<Record<string, string>> => ({
  ...evalsetWith({ 'a.case.yaml': CARD.replace('does', 'does，') }),
  [PIN]: await pinOf(evalsetWith()),
});

describe('a text that differs from its pin', () => {
  it('comes back, and nothing else changes', async () => {
    const { actions, diagnostic, disk } = await actionsOn(await changed());
    expect(diagnostic).toMatchObject({
      code: 'differs-from-pin',
      severity: 1,
      relatedInformation: [{ location: { uri: uriOf(PIN) } }],
    });
    expect(actions.map(({ title }) => title)).toEqual(['Restore the pinned text of V1']);
    expect(applied(actions[0]?.edit ?? null, disk.texts)).toEqual(new Map([[CASE, CARD]]));
  });

  it('becomes a version of its own, once that has a name', async () => {
    const files: Record<string, string> = {
      ...(await changed()),
      '/e/evalset.yaml': EVALSET.replace('V1', 'V2'),
    };
    const { actions, diagnostic, disk, client } = await actionsOn(files);
    expect(diagnostic.severity).toBe(2);
    expect(actions.map(({ title }) => title)).toEqual([
      'Restore the pinned text of V1',
      'Accept as a new version: pin V2',
    ]);
    const after = applied(actions[1]?.edit ?? null, disk.texts);
    expect([...after.keys()]).toEqual([PIN]);
    const text = after.get(PIN) ?? '';
    const { [PIN]: _, ...unpinned } = files;
    expect(text).toBe(await pinOf(unpinned));
    await client.open(PIN, text, 'json');
    expect(await client.pull(CASE)).toEqual([]);
  });

  it('is accepted and shown by commands where the client has them', async () => {
    const { actions } = await actionsOn(await changed(), CASE, true, 'zh-cn');
    expect(actions.map(({ title, command }) => [title, command?.command, command?.arguments])).toEqual([
      ['恢复 V1 固定的原文', undefined, undefined],
      ['接受为新版本…', 'sundowner.pinEvalset', [{ root: '/e' }]],
      ['显示与 V1 的差异', 'sundowner.showPinDiff', [expect.objectContaining({ uri: uriOf(CASE) })]],
    ]);
  });

  it('is shown beside the whole file as it was, and the state of the pin is told', async () => {
    const { client } = await scene(await changed(), { capabilities: CAPABILITIES });
    const { connection } = client;
    expect(await connection.sendRequest(pinnedText, { uri: uriOf(CASE) })).toEqual({
      version: 'V1',
      text: CARD,
    });
    expect(await connection.sendRequest(pinState, { root: '/e' })).toEqual({
      version: 'V1',
      versionAt: {
        uri: uriOf('/e/evalset.yaml'),
        range: { start: { line: 1, character: 9 }, end: { line: 1, character: 11 } },
      },
      pinned: 'V1',
      taken: true,
      hindrance: null,
    });
  });

  it('shows both texts when it is pointed at', async () => {
    const { client, diagnostic } = await actionsOn(await changed());
    const hover = await client.hover(CASE, diagnostic.range.start);
    expect(JSON.stringify(hover)).toContain('-@Bo Where does it stand?\\n+@Bo Where does， it stand?');
  });
});

describe('characters', () => {
  it.each<[string, string, string, string]>([
    ['that nobody sees', 'Where\u200B does', 'Remove what nobody sees', 'Where does'],
    ['that pass for a space', 'Where\u00A0does', 'Write a space', 'Where does'],
    ['that look like others', 'Wherе does', 'Change to e', 'Where does'],
  ])('%s', async (_, wrong, title, right) => {
    const files = evalsetWith({ 'a.case.yaml': CARD.replace('Where does', wrong) });
    const { actions, disk } = await actionsOn(files);
    const action = actions.find((one) => one.title === title);
    expect(applied(action?.edit ?? null, disk.texts).get(CASE)).toBe(CARD.replace('Where does', right));
  });
});

/** Texts that are hard to write: quotes, empty lines, what YAML reads as something else. */
const letters = fc
  .array(
    fc.constantFrom('a', 'B', ' ', '：', '“', '"', "'", '#', '\\', '\n', '\n\n', '🚢', '港', '{ ', '- ', '|'),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '' && !/ \n/.test(text));

const FORMS: Readonly<Record<string, (text: string) => string>> = {
  block: (text) =>
    `|-\n${text
      .split('\n')
      .map((line) => (line === '' ? '' : `      ${line}`))
      .join('\n')}`,
  'CR LF': (text) => FORMS['block']!(text),
  double: (text) => JSON.stringify(text),
  single: (text) => `'${text.replaceAll('\n', '').replaceAll("'", "''")}'`,
};

it('a text whose last line is gone comes back; empty lines that are left behind it stay', async () => {
  const wrote = (text: string): string => CARD.replace('@Bo Where does it stand?', () => text);
  const [before, now] = [wrote('@Bo\n\n      a'), wrote('@Bo\n\n')];
  const files = evalsetWith({ 'a.case.yaml': before });
  const pinned = { ...files, [CASE]: now, [PIN]: await pinOf(files) };
  const [found] = (await check(['/e'], overlayFiles(new Map(Object.entries(pinned)), noFiles()))).filter(
    ({ code }) => code === 'differs-from-pin',
  );
  expect(restoredBy(now, found!)).toBe(wrote('@Bo\n\n      a\n\n'));
});

describe('pinned, changed by one character, restored', () => {
  it.each(Object.keys(FORMS))('%s', async (form) => {
    const write = FORMS[form]!;
    const wrote = (text: string): string => {
      const card = CARD.replace('|-\n      @Bo Where does it stand?', () => write(text));
      return form === 'CR LF' ? card.replaceAll('\n', '\r\n') : card;
    };
    await fc.assert(
      fc.asyncProperty(
        letters,
        fc.nat(),
        fc.constantFrom('，', 'x', '\u200B', '🚣', ''),
        async (text, at, put) => {
          const before = wrote(text);
          const value = textIn(before);
          const letter = Array.from(value);
          const place = at % letter.length;
          // Another character in place of one, in the file itself; line ends are the next property's.
          if (letter[place] === '\n' || letter[place] === put || /["'\\]/.test(letter[place] ?? '')) return;
          const valueNow = [...letter.slice(0, place), put, ...letter.slice(place + 1)].join('');
          const now = wrote(valueNow);
          if (textIn(now) === value || now.length > 4000) return;
          const files = evalsetWith({ 'a.case.yaml': before });
          const pinned = { ...files, [CASE]: now, [PIN]: await pinOf(files) };
          const all = await check(['/e'], overlayFiles(new Map(Object.entries(pinned)), noFiles()));
          // A first line that begins with a space now makes a block of it whose next lines stand outside: no YAML.
          if (all.some(({ code }) => code === 'syntax')) return;
          const found = all.filter(({ code }) => code === 'differs-from-pin');
          expect(found).toHaveLength(1);
          const lines = new LineIndex(now);
          const { start, end } = found[0]!.range;
          if (put !== '') expect(now.slice(lines.offsetAt(start), lines.offsetAt(end))).toBe(put);
          const after = restoredBy(now, found[0]!);
          expect(textIn(after)).toBe(value);
          // A block whose first line now begins with a space is one that is indented further; empty lines that its end
          // left behind it are no part of the text, and nobody knows whether they stood there before.
          if (!/^ /m.test(valueNow) && !valueNow.endsWith('\n')) expect(after).toBe(before);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('comes back as the same text, whatever was done to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        letters,
        letters,
        fc.constantFrom('block', 'CR LF', 'double'),
        async (was, is, form) => {
          const wrote = (text: string): string => {
            const card = CARD.replace('|-\n      @Bo Where does it stand?', () => FORMS[form]!(text));
            return form === 'CR LF' ? card.replaceAll('\n', '\r\n') : card;
          };
          const [before, now] = [wrote(was), wrote(is)];
          if (textIn(before) === textIn(now)) return;
          const files = evalsetWith({ 'a.case.yaml': before });
          const pinned = { ...files, [CASE]: now, [PIN]: await pinOf(files) };
          const found = (
            await check(['/e'], overlayFiles(new Map(Object.entries(pinned)), noFiles()))
          ).filter(({ code }) => code === 'differs-from-pin');
          expect(found).toHaveLength(1);
          expect(restoredBy(now, found[0]!)).toBe(before);
        },
      ),
      { numRuns: 80 },
    );
  });
});

const textIn = (card: string): string => {
  const { value } = readSource(CASE, card);
  return (value as { turns: { text: string }[] }).turns[0]!.text;
};

/** The file after the first fix of a finding. */
function restoredBy(text: string, finding: Finding): string {
  const loaded = loadDocument(readSource(CASE, text));
  const file = {
    uri: uriOf(CASE),
    path: CASE,
    version: null,
    loaded,
    evalset: null,
    frozen: false,
    ours: true,
    script: null,
  };
  const [fix] = fixesOf({ ...file, findings: [finding] }, finding, wordsOf('en'));
  return edited(text, fix?.changes[0]?.edits ?? []);
}
