import { expect, it } from 'vitest';
import { tell, toldIn } from './told.ts';

const words = (value: string | number): string =>
  toldIn(tell`"${value}" is not among ${tell`the groups of ${'the world'}`}.`);

it('is English by itself', () => {
  expect(words('ops')).toBe('"ops" is not among the groups of the world.');
  expect(words(3)).toBe('"3" is not among the groups of the world.');
});

it('takes the words of a language, in the order of that language', () => {
  const language = new Map([
    ['"{0}" is not among {1}.', '{1}没有“{0}”。'],
    ['the groups of {0}', '{0}的群里'],
  ]);
  const told = tell`"${'ops'}" is not among ${tell`the groups of ${'W'}`}.`;
  expect(toldIn(told, language)).toBe('W的群里没有“ops”。');
  expect(toldIn(tell`Nothing of it.`, language)).toBe('Nothing of it.');
});

it('leaves braces of values alone', () => {
  expect(toldIn(tell`${'{{D+1}} {0}'} and ${'{1}'}`)).toBe('{{D+1}} {0} and {1}');
});
