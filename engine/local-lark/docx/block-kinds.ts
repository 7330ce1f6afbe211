import type { Block } from '../core/model.ts';

export const PAGE = 1;
export const TEXT = 2;
export const BULLET = 12;
export const ORDERED = 13;
export const CODE = 14;
export const QUOTE = 15;
export const TODO = 17;
export const DIVIDER = 22;
export const IMAGE = 27;
export const TABLE = 31;
export const TABLE_CELL = 32;

const HEADING1 = 3;
const HEADING9 = 11;

const BODY_KEYS: Readonly<Record<number, string>> = {
  [PAGE]: 'page',
  [TEXT]: 'text',
  [BULLET]: 'bullet',
  [ORDERED]: 'ordered',
  [CODE]: 'code',
  [QUOTE]: 'quote',
  [TODO]: 'todo',
  19: 'callout',
  [DIVIDER]: 'divider',
  23: 'file',
  24: 'grid',
  25: 'grid_column',
  [IMAGE]: 'image',
  [TABLE]: 'table',
  [TABLE_CELL]: 'table_cell',
  34: 'quote_container',
};

/** The key that holds the body of a block of this type; undefined for a type that is not supported here. */
export function bodyKey(blockType: number): string | undefined {
  if (blockType >= HEADING1 && blockType <= HEADING9) return `heading${blockType - HEADING1 + 1}`;
  return BODY_KEYS[blockType];
}

export function headingType(depth: number): number {
  return Math.min(HEADING1 + depth - 1, HEADING9);
}

/** 1..9 for a heading, else undefined. */
export function headingDepth(blockType: number): number | undefined {
  return blockType >= HEADING1 && blockType <= HEADING9 ? blockType - HEADING1 + 1 : undefined;
}

/** Blocks whose body is text: elements and a style. */
export function isTextual(blockType: number): boolean {
  return (
    headingDepth(blockType) !== undefined ||
    [PAGE, TEXT, BULLET, ORDERED, CODE, QUOTE, TODO].includes(blockType)
  );
}

export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of a textual block; none for other kinds. */
export function elementsOf(block: Block): Json[] {
  const body = block[bodyKey(block.block_type) ?? ''];
  if (!isJson(body) || !Array.isArray(body['elements'])) return [];
  return (body['elements'] as unknown[]).filter(isJson);
}

export function styleOf(block: Block): Json {
  const body = block[bodyKey(block.block_type) ?? ''];
  return isJson(body) && isJson(body['style']) ? body['style'] : {};
}

const PLAIN = { bold: false, inline_code: false, italic: false, strikethrough: false, underline: false };

function fullElement(element: Json): Json {
  const [kind, body] = Object.entries(element).find(([, value]) => isJson(value)) ?? [];
  // a mentioned document is shown without a style, unless it was given one
  if (kind !== 'text_run' || !isJson(body)) return element;
  const style = isJson(body['text_element_style']) ? body['text_element_style'] : {};
  return { [kind]: { ...body, text_element_style: { ...PLAIN, ...style } } };
}

function defaultStyle(blockType: number): Json {
  if (blockType === CODE) return { wrap: false };
  if (blockType === TODO) return { align: 1, done: false, folded: false };
  return { align: 1, folded: false };
}

/** The body of a block with the defaults that the platform fills in: five style booleans, alignment. */
export function fullBody(blockType: number, body: Json): Json {
  if (!isTextual(blockType)) return body;
  const elements = Array.isArray(body['elements']) ? (body['elements'] as unknown[]).filter(isJson) : [];
  const style = isJson(body['style']) ? body['style'] : {};
  return { ...body, elements: elements.map(fullElement), style: { ...defaultStyle(blockType), ...style } };
}
