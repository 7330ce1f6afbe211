import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checksFile, gradersFile } from '../../../schemas/index.ts';
import { KINDS } from '../../../schemas/kinds.ts';
import { issueWords } from '../shape-issues.ts';
import { sentencesOf } from './index.ts';
import { ZH_CN } from './zh-cn.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** TypeScript files of a room, tests and their fixtures left out. */
const sourcesOf = (room: string): string[] =>
  readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$|testing\.ts$/.test(name))
    .map((name) => path.join(ROOT, room, name));

function eachNode(file: string, visit: (node: ts.Node) => void): void {
  const all = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, all);
  };
  all(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
}

/** The words of every tell`…` in the sources. */
function toldWords(): Set<string> {
  const found = new Set<string>();
  for (const file of sourcesOf('engine'))
    eachNode(file, (node) => {
      if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'tell') return;
      const { template } = node;
      found.add(
        ts.isNoSubstitutionTemplateLiteral(template)
          ? template.text
          : template.templateSpans.reduce(
              (words, { literal }, i) => `${words}{${i}}${literal.text}`,
              template.head.text,
            ),
      );
    });
  return found;
}

/** What schemas say themselves: `.regex(…, 'expected …')`. */
function schemaWords(): Set<string> {
  const found = new Set<string>();
  for (const file of sourcesOf('schemas'))
    eachNode(file, (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const [, message] = node.arguments;
      if (node.expression.name.text === 'regex' && message !== undefined && ts.isStringLiteral(message))
        found.add(message.text);
    });
  return found;
}

const messageOf = (schema: z.ZodType, value: unknown): string =>
  issueWords(schema.safeParse(value).error?.issues[0]?.message ?? '').words;

/** What the schema library says of the bounds that author files have. */
const BOUNDS = [
  messageOf(z.array(z.string()).min(1), []),
  messageOf(z.string().min(1), ''),
  messageOf(z.number().min(0), -1),
  messageOf(z.number().positive(), 0),
  messageOf(z.int(), 1e300),
  messageOf(z.int(), -1e300),
];

const TABLES = [
  ...Object.values(KINDS).flatMap(({ role, title }) => (role === 'author' ? [title] : [])),
  ...schemaWords(),
  ...BOUNDS,
  messageOf(checksFile, { checks: { A1: { CP1: {} } } }),
  messageOf(gradersFile, { graders: { A1: { oracle: [{}] } } }),
];

const KEYS = new Set([...toldWords(), ...TABLES]);
const placesOf = (words: string): string[] => [...new Set(words.match(/\{\d+\}/g))].sort();

/** Entries of every file of words, joined or not. */
async function entriesOfFiles(): Promise<(readonly [string, string])[]> {
  const files = readdirSync(path.join(ROOT, 'engine/evalset/words')).filter((name) =>
    /^zh-cn\..+\.ts$/.test(name),
  );
  const modules: object[] = await Promise.all(
    files
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => import(/* @vite-ignore */ `./${name}`) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module) as (readonly [string, string])[][]).flat();
}

describe('the Chinese words of findings', () => {
  it('the sources are looked through', () => {
    expect(toldWords().size).toBeGreaterThan(200);
    expect(schemaWords().size).toBeGreaterThan(3);
  });

  it('there are some for every sentence', () => {
    expect([...KEYS].filter((words) => !ZH_CN.has(words))).toEqual([]);
  });

  it('none is left over', () => {
    expect([...ZH_CN.keys()].filter((words) => !KEYS.has(words))).toEqual([]);
  });

  it('each has the places of the English', () => {
    expect(
      [...ZH_CN].filter(([en, zh]) => placesOf(en).join() !== placesOf(zh).join()).map(([en]) => en),
    ).toEqual([]);
  });

  it('each is said once, and every file of words is joined', async () => {
    const entries = await entriesOfFiles();
    const keys = entries.map(([en]) => en);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(new Map(entries)).toEqual(ZH_CN);
  });

  it('a sentence ends as a sentence', () => {
    expect([...ZH_CN].filter(([en, zh]) => /[^…]\.$/.test(en) && !/[。？]$/.test(zh))).toEqual([]);
  });
});

it.each([
  ['zh', true],
  ['zh-cn', true],
  ['zh-Hans', true],
  ['zh_CN', true],
  ['zh-tw', false],
  ['zh-hant', false],
  ['en', false],
  [undefined, false],
])('%s', (locale, chinese) => {
  expect(sentencesOf(locale)).toBe(chinese ? ZH_CN : undefined);
});
