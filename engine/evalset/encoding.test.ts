import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { check } from './check.ts';
import { diskFiles } from './disk-files.ts';
import { decodeUtf8, NotUtf8Error } from './encoding.ts';
import { CARD, EVALSET, WORLD } from './testing.ts';

const utf16 = (text: string, big = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const MARK_LE = Buffer.from([0xff, 0xfe]);
const MARK_BE = Buffer.from([0xfe, 0xff]);
/** `进展同步` as GB18030 has it. */
const GB = Buffer.from([0xbd, 0xf8, 0xd5, 0xb9, 0xcd, 0xac, 0xb2, 0xbd]);

const refused = (bytes: Uint8Array): { message: string; line: number } => {
  try {
    return { message: `read: ${decodeUtf8(bytes)}`, line: -1 };
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error;
    return { message: error.message, line: error.at.line };
  }
};

it.each<[string, Uint8Array, RegExp, number]>([
  [
    'UTF-16 LE with its mark',
    Buffer.concat([MARK_LE, utf16('a: 题卡\n')]),
    /in UTF-16 LE,.*Save it as UTF-8/,
    0,
  ],
  ['UTF-16 BE with its mark', Buffer.concat([MARK_BE, utf16('a: 题卡\n', true)]), /in UTF-16 BE,/, 0],
  ['UTF-16 LE without', utf16('case_id: A1\ntitle: 题卡题卡题卡\n'), /in UTF-16 LE,/, 0],
  ['UTF-16 BE without', utf16('case_id: A1\ntitle: 题卡题卡题卡\n', true), /in UTF-16 BE,/, 0],
  [
    'GB18030',
    Buffer.concat([Buffer.from('a: b\nc: '), GB, Buffer.from('\n')]),
    /in GB18030 \(GBK\),.*UTF-8/,
    1,
  ],
  ['Latin 1', Buffer.from('a: b\nc: caf\u00e9 au lait\n', 'latin1'), /is not UTF-8 text\. Reopen/, 1],
  ['a letter that breaks off', Buffer.from('题卡').subarray(0, 5), /not.*UTF-8/, 0],
])('%s is named, with the way out', (_name, bytes, message, line) => {
  const found = refused(bytes);
  expect(found.message).toMatch(message);
  expect(found.line).toBe(line);
});

it.each<[string, string]>([
  ['plain', 'case_id: A1\n'],
  ['Chinese', '题卡：进展同步到 #客服运营群 🚢\n'],
  ['nothing', ''],
  ['a mark', '\uFEFFa: b\n'],
  ['a NUL, which another finding is about', 'a: \0b\n'],
])('%s in UTF-8 is read as it is', (_name, text) => {
  expect(decodeUtf8(Buffer.from(text))).toBe(text);
});

it('a card in GB18030 is one finding, and the other files are looked at', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sundowner-encoding-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, content: string | Uint8Array) => writeFileSync(path.join(folder, name), content);
  put('evalset.yaml', EVALSET.replace('[a.case.yaml]', '[a.case.yaml, b.case.yaml]'));
  put('w.world.yaml', WORLD);
  put('a.case.yaml', Buffer.concat([Buffer.from('case_id: A1\nstoryline: '), GB, Buffer.from('\n')]));
  put('b.case.yaml', CARD.replace('case_id: A1', 'case_id: B1').replace('asker: mia', 'asker: mya'));
  const findings = await check([folder], diskFiles());
  expect(findings.map(({ file, code, range }) => [path.basename(file), code, range.start.line])).toEqual([
    ['a.case.yaml', 'not-utf8', 1],
    ['b.case.yaml', 'dangling-actor', 3],
  ]);
});
