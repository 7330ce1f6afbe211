import type { ValuePath } from '../../engine/evalset/index.ts';
import { climb, pathOf, valueOf } from './climb.ts';
import { flowPlace } from './flow.ts';
import { isBlockHeader, lineAt, wordEnd, type YamlLine } from './lines.ts';
import type { Place } from './place.ts';

/** The place of an offset in a YAML text. */
export function yamlPlace(text: string, offset: number): Place | null {
  const line = lineAt(text, offset);
  const blank = line.blank || offset <= line.from + (line.dashes[0] ?? line.column);
  const column = blank ? offset - line.from : line.column;
  const { steps, fields, block } = climb(text, line, column, !blank);
  const above = pathOf(steps);
  const value = (own: Readonly<Record<string, unknown>>, key?: string): unknown =>
    valueOf(key === undefined ? steps : [...steps, { type: 'key', key, fields: own }], own);

  if (block !== null)
    return block.flow === null
      ? { ...NOWHERE, what: 'text', path: above, value: value({}), from: offset, to: offset }
      : flowPlace(text, block.flow, offset, 'flow', above, 0);
  if (!blank && line.comment) return null;

  const isKey = blank || line.key === undefined || offset <= line.keyTo;
  if (!isKey) return inValue(text, line, offset, [...above, line.key], fields, value);
  const first = blank ? '' : text.charAt(line.content);
  if (first === '{' || first === '[') {
    const flow = flowPlace(text, line.content, offset, 'flow', above, 0);
    if (flow !== null) return flow;
  }
  const from = blank ? offset : line.content;
  const to = blank ? offset : line.key === undefined ? wordEnd(text, line) : line.keyTo;
  if (offset > to || (offset < from && line.dashes.length === 0)) return null;
  const present = new Set(Object.keys(fields));
  return {
    what: 'key',
    path: above,
    value: value(fields),
    present,
    from: Math.min(from, offset),
    to,
    style: 'block',
    column,
    colon: line.key !== undefined && !blank,
    item: line.dashes.length > 0 && present.size === 0 && !blank,
    dash: blank || line.dashes.length === 0,
  };
}

const NOWHERE = {
  present: new Set<string>(),
  style: 'block',
  column: 0,
  colon: false,
  item: false,
  dash: false,
} as const;

function inValue(
  text: string,
  line: YamlLine,
  offset: number,
  path: ValuePath,
  fields: Readonly<Record<string, unknown>>,
  value: (own: Readonly<Record<string, unknown>>, key?: string) => unknown,
): Place | null {
  const first = text.charAt(line.value);
  const common = { ...NOWHERE, path, value: value(fields, line.key), column: line.column } as const;
  if ((first === '{' || first === '[') && offset > line.value)
    return flowPlace(text, line.value, offset, 'flow', path, 0);
  if (first === '#' && line.value < offset) return null;
  if (isBlockHeader(text.slice(line.value, line.to))) return null;
  const empty = line.value >= line.to || first === '#';
  const to = empty ? offset : wordEnd(text, line);
  if (offset > to) return null;
  return { ...common, what: 'value', from: empty ? offset : Math.min(line.value, offset), to };
}
