import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const json = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, string>;

/** Every first argument of `l10n.t(…)` in the extension; a template literal would escape translation. */
function wordsInCode(): { words: Set<string>; templates: string[] } {
  const words = new Set<string>();
  const templates: string[] = [];
  for (const entry of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
    const text = readFileSync(path.join(import.meta.dirname, entry), 'utf8');
    for (const [, literal = ''] of text.matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g))
      words.add(literal.replaceAll("\\'", "'"));
    if (/l10n\.t\(\s*[^'\s]/.test(text)) templates.push(entry);
  }
  return { words, templates };
}

const slots = (text: string): string[] => [...text.matchAll(/\{\d\}/g)].map(([slot]) => slot).sort();

describe('words of the extension', () => {
  const { words, templates } = wordsInCode();
  const chinese = json('l10n/bundle.l10n.zh-cn.json');

  it('are plain literals', () => expect(templates).toEqual([]));
  it('are found at all', () => expect(words.size).toBeGreaterThan(50));
  it('are all translated, and nothing else is', () =>
    expect(Object.keys(chinese).sort()).toEqual([...words].sort()));
  it('keep their slots in Chinese', () => {
    for (const [english, translated] of Object.entries(chinese))
      expect([english, slots(translated)]).toEqual([english, slots(english)]);
  });
});

describe('words of the manifest', () => {
  const manifest = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  const used = [...new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key))].sort();

  it.each(['package.nls.json', 'package.nls.zh-cn.json'])('are all in %s, and nothing else is', (file) =>
    expect(Object.keys(json(file)).sort()).toEqual(used),
  );
});

describe('commands of the manifest', () => {
  const { contributes } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    contributes: { commands: { command: string }[]; menus: Record<string, { command: string }[]> };
  };
  const declared = contributes.commands.map(({ command }) => command);

  it('are declared where menus use them', () => {
    const inMenus = Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command));
    expect(inMenus.filter((command) => !declared.includes(command))).toEqual([]);
  });
});
