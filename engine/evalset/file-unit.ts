import type { KindName } from '../../schemas/kinds.ts';
import { stateOf, type Unit } from './blocks/units.ts';
import { pointerOf } from './pointer.ts';
import type { Kept } from './kept.ts';
import type { Finding, ValuePath } from './model.ts';
import type { PartsMemo } from './parts-memo.ts';
import { locate, type SourceDocument } from './source.ts';
import type { TreeNode } from './tree.ts';

/**
 * A part of a file that is looked at by itself: a card of a list, a step of a world. Its document knows nothing of where
 * the part stands, so what was found in it is still true when the part has moved.
 */
export interface FileUnit {
  /** A file that holds the part alone: its lines, and its value at `inside`. */
  readonly document: SourceDocument;
  readonly kind: KindName;
  /** Where the part stands in the file, and where in its document. */
  readonly at: ValuePath;
  readonly inside: ValuePath;
  /** The line of the file that the document begins with. */
  readonly line: number;
  readonly value: unknown;
  readonly state: Unit['state'];
}

/** Lists whose items are files of their own in another form. */
const ITEM: Partial<Record<KindName, KindName>> = {
  'case-cards': 'case-card',
  'skill-cards': 'skill-card',
  'npc-playbooks': 'npc-playbook',
};
/** Levels down to which the parts of a file depend on nothing but themselves. Others are looked at whole. */
const LEVELS: Partial<Record<KindName, number>> = {
  'case-cards': 1,
  'skill-cards': 1,
  'npc-playbooks': 1,
  'world-preset': 3,
  pin: 2,
};

/** The parts of a file; the file itself when it has none. */
export function fileUnits(
  document: SourceDocument,
  kind: KindName,
  kept: Pick<PartsMemo, 'units' | 'documents'>,
): FileUnit[] {
  const levels = LEVELS[kind];
  const item = ITEM[kind];
  const units =
    levels === undefined || (item !== undefined && !Array.isArray(document.value))
      ? []
      : document.units(levels);
  if (units.length === 0 || (item === undefined && Array.isArray(document.value)))
    return [wholeOf(document, kind)];
  return units.map((unit) => kept.units.of(unit, () => partOf(unit, document, kind, item, kept.documents)));
}

function partOf(
  unit: Unit,
  document: SourceDocument,
  kind: KindName,
  item: KindName | undefined,
  documents: Kept<SourceDocument>,
): FileUnit {
  const { at, line, value, state } = unit;
  // Indexes of what is alone are 0: they change when something comes before it.
  const inside = item === undefined ? at.map((step) => (typeof step === 'number' ? 0 : step)) : [];
  const alone = documents.of(value, () => documentOf(document, unit, inside));
  return { document: alone, kind: item ?? kind, at, inside, line, value, state };
}

function wholeOf(document: SourceDocument, kind: KindName): FileUnit {
  const { problems, value } = document;
  return { document, kind, at: [], inside: [], line: 0, value, state: stateOf(problems) };
}

function documentOf({ path, format, signs }: SourceDocument, unit: Unit, inside: ValuePath): SourceDocument {
  const { text, lines } = unit;
  let { node, value } = unit;
  for (const [i, step] of [...inside.entries()].reverse()) {
    const range = { from: node.from, to: node.to };
    const keyRange =
      i === inside.length - 1 && unit.entry !== null ? unit.entry.keyRange : { ...range, to: node.from };
    const held: TreeNode =
      typeof step === 'number'
        ? { type: 'list', ...range, items: [node] }
        : { type: 'map', ...range, entries: [{ key: step, keyRange, value: node }] };
    node = held;
    value = typeof step === 'number' ? [value] : { [step]: value };
  }
  const tree = node;
  return {
    path,
    text,
    slice: (from, to) => text.slice(from, to),
    format,
    kind: undefined,
    value,
    tree,
    problems: [],
    signs,
    locate: (at, options) => locate(text, tree, at, options ?? {}),
    positionAt: (offset) => lines.positionAt(offset),
    offsetAt: (position) => lines.offsetAt(position),
    units: () => [],
    split: null,
  };
}

/** A finding in a part's document, as one in the file. */
export function inFile({ at, inside, line }: FileUnit, finding: Finding): Finding {
  if (at.length === 0) return finding;
  const { range, pointer } = finding;
  return {
    ...finding,
    pointer: pointerOf(at) + pointer.slice(pointerOf(inside).length),
    range: {
      start: { ...range.start, line: range.start.line + line },
      end: { ...range.end, line: range.end.line + line },
    },
  };
}
