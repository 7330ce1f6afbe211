import type { DiffEntry, Pointer, Verdict } from '../../schemas/index.ts';
import { indented, oneLine, visible } from './terminal.ts';

const OPS = { add: 'added', remove: 'removed', change: 'changed' } as const;

function valueText(value: DiffEntry['before']): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function diffText(diff: DiffEntry | string): string {
  if (typeof diff === 'string') return diff;
  const { op, path, before, after, actor } = diff;
  const who = actor === null ? 'someone' : `${actor.kind} ${actor.key}`;
  const values = {
    add: valueText(after),
    remove: valueText(before),
    change: `${valueText(before)} → ${valueText(after)}`,
  };
  return `${who} ${OPS[op]} ${path}: ${values[op]}`;
}

/** Where a quote stands: group, place and turn of the agent's message that holds it. */
function placeText(pointer: Extract<Pointer, { quote: string }>, verdict: Verdict): string {
  const message = verdict.agent_messages.find((one) =>
    pointer.message_id === undefined
      ? one.text.includes(pointer.quote)
      : one.message_id === pointer.message_id,
  );
  if (message === undefined) return '';
  const turn = message.turn === null ? '' : `, turn ${message.turn}`;
  return `agent in ${message.chat}, ${message.where}${turn} · `;
}

/** Lines of one pointer: the quote or change, then whose it is and the file. */
export function pointerLines(pointer: Pointer, verdict: Verdict, indent: string, width: number): string[] {
  const source = (place: string): string[] =>
    indented(`${oneLine(place)}${oneLine(pointer.path)}`, `${indent}  `, width);
  if ('diff' in pointer)
    return [...indented(`± ${oneLine(diffText(pointer.diff))}`, indent, width), ...source('')];
  if (pointer.quote === '') return source('nothing found: ');
  return [...indented(`“${visible(pointer.quote)}”`, indent, width), ...source(placeText(pointer, verdict))];
}
