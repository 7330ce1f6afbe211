import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { WORLD_RULE_CODES } from '../codes/world-rules.ts';
import { WORLD_RULES } from './zh-cn.world-rules.ts';

const RULES = path.join(import.meta.dirname, '../rules');
const sources = readdirSync(RULES)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(path.join(RULES, name), 'utf8'));

it('has Chinese words for what each code finds, with the same places', () => {
  const words = new Map(WORLD_RULES);
  expect(words.size).toBe(WORLD_RULES.length);
  for (const [, what] of WORLD_RULE_CODES) expect(words.has(what.words), what.words).toBe(true);
  const places = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).sort();
  for (const [english, chinese] of WORLD_RULES) expect(places(chinese), english).toEqual(places(english));
});

it('has codes that a rule gives', () => {
  for (const [code] of WORLD_RULE_CODES)
    expect(
      sources.some((text) => text.includes(`'${code}'`)),
      code,
    ).toBe(true);
});
