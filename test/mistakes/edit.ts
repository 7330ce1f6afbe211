import type { Finding } from '../../engine/evalset/index.ts';

type Range = Finding['range'];

/**
 * Replaces the one place where `find` stands. `⟦…⟧` in the replacement marks the expected range; the marks themselves
 * are left out. Positions are counted here by hand, not with the product's code.
 */
export function edit(text: string, find: string, replacement: string): { text: string; range: Range } {
  const at = text.indexOf(find);
  if (at < 0 || text.indexOf(find, at + 1) >= 0) throw new Error(`"${find}" must stand exactly once`);
  const [before, marked, after, ...more] = replacement.split(/[⟦⟧]/);
  if (before === undefined || marked === undefined || after === undefined || more.length > 0)
    throw new Error(`"${replacement}" must hold one ⟦…⟧`);
  const head = text.slice(0, at) + before;
  return {
    text: head + marked + after + text.slice(at + find.length),
    range: { start: positionBehind(head), end: positionBehind(head + marked) },
  };
}

function positionBehind(text: string): Range['start'] {
  const lines = text.split('\n');
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
