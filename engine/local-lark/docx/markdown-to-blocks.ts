import { lexer, type Token, type Tokens } from 'marked';
import { newId } from '../core/ids.ts';
import type { Block } from '../core/model.ts';
import {
  BULLET,
  CODE,
  DIVIDER,
  fullBody,
  headingType,
  IMAGE,
  ORDERED,
  QUOTE,
  TABLE,
  TABLE_CELL,
  TEXT,
  TODO,
  bodyKey,
  type Json,
} from './block-kinds.ts';

export interface Converted {
  readonly first_level_block_ids: string[];
  readonly blocks: Block[];
  readonly block_id_to_image_urls: { block_id: string; image_url: string }[];
}

/** The language numbers of code blocks, as far as they are known. */
const LANGUAGES: Readonly<Record<string, number>> = {
  plaintext: 1,
  bash: 7,
  sh: 7,
  shell: 60,
  c: 10,
  cpp: 9,
  css: 12,
  go: 22,
  html: 24,
  json: 28,
  java: 29,
  javascript: 30,
  js: 30,
  markdown: 39,
  md: 39,
  python: 49,
  py: 49,
  rust: 53,
  sql: 56,
  typescript: 63,
  ts: 63,
  xml: 66,
  yaml: 67,
};

const COLUMN_WIDTH = 244;

/** Markdown as the `convert` call answers it: temporary ids, children by id, parent_id "". */
export function markdownToBlocks(markdown: string): Converted {
  const builder = new Builder();
  const first = builder.blocksOf(lexer(markdown));
  // clients must not rely on document order: the real answer is in none
  const blocks = builder.blocks.sort((a, b) => (a.block_id < b.block_id ? -1 : 1));
  return { first_level_block_ids: first, blocks, block_id_to_image_urls: builder.images };
}

class Builder {
  readonly blocks: Block[] = [];
  readonly images: { block_id: string; image_url: string }[] = [];

  blocksOf(tokens: readonly Token[]): string[] {
    return tokens.flatMap((token) => this.blockOf(token as Tokens.Generic));
  }

  private blockOf(token: Tokens.Generic): string[] {
    switch (token.type) {
      case 'heading':
        return [this.text(headingType((token as Tokens.Heading).depth), inline(token.tokens))];
      case 'paragraph':
      case 'text':
        return this.paragraph(token);
      case 'list':
        return (token as Tokens.List).items.map((item, i) => this.item(token as Tokens.List, item, i));
      case 'blockquote':
        return (token.tokens ?? []).flatMap((inner) =>
          inner.type === 'paragraph'
            ? [this.text(QUOTE, inline((inner as Tokens.Paragraph).tokens))]
            : this.blockOf(inner as Tokens.Generic),
        );
      case 'code':
        return [this.code(token as Tokens.Code)];
      case 'table':
        return [this.table(token as Tokens.Table)];
      case 'hr':
        return [this.add({ block_type: DIVIDER, divider: {} })];
      case 'space':
      case 'def':
      case 'checkbox':
        return [];
      default:
        return token.raw.trim() === '' ? [] : [this.text(TEXT, [run(token.raw.trim(), {})])];
    }
  }

  private paragraph(token: Tokens.Generic): string[] {
    const tokens = token.tokens ?? [];
    const [only] = tokens;
    if (tokens.length === 1 && only?.type === 'image') {
      const id = this.add({ block_type: IMAGE, image: { width: 100, height: 100, token: '' } });
      this.images.push({ block_id: id, image_url: (only as Tokens.Image).href });
      return [id];
    }
    return [this.text(TEXT, inline(tokens))];
  }

  private item(list: Tokens.List, item: Tokens.ListItem, index: number): string {
    const [head, ...rest] = item.tokens.filter((t) => t.type !== 'space' && t.type !== 'checkbox');
    const isText = head?.type === 'text' || head?.type === 'paragraph';
    const elements = isText ? inline((head as Tokens.Text).tokens) : [];
    const children = this.blocksOf(isText ? rest : head === undefined ? [] : [head, ...rest]);
    if (item.task) return this.text(TODO, elements, { done: item.checked === true }, children);
    if (!list.ordered) return this.text(BULLET, elements, {}, children);
    return this.text(
      ORDERED,
      elements,
      { sequence: index === 0 ? String(list.start === '' ? 1 : list.start) : 'auto' },
      children,
    );
  }

  private code(token: Tokens.Code): string {
    const language = LANGUAGES[(token.lang ?? '').toLowerCase()];
    return this.text(CODE, [run(token.text, {})], {
      wrap: false,
      ...(language === undefined ? {} : { language }),
    });
  }

  private table(token: Tokens.Table): string {
    const rows = [token.header, ...token.rows];
    const columns = token.header.map(() => newId.uuid());
    const cells = rows.flatMap((row) => {
      const rowId = newId.uuid();
      return row.map((cell, i) => {
        const text = this.text(TEXT, inline(cell.tokens));
        return this.add(
          { block_type: TABLE_CELL, table_cell: {} },
          [text],
          `row${rowId}col${columns[i] ?? ''}`,
        );
      });
    });
    const property = {
      row_size: rows.length,
      column_size: columns.length,
      column_width: columns.map(() => COLUMN_WIDTH),
      merge_info: cells.map(() => ({ row_span: 1, col_span: 1 })),
      header_row: false,
      header_column: false,
    };
    return this.add({ block_type: TABLE, table: { cells, property } }, cells);
  }

  private text(blockType: number, elements: Json[], style: Json = {}, children: string[] = []): string {
    const body = fullBody(blockType, { elements, style });
    return this.add({ block_type: blockType, [bodyKey(blockType) ?? 'text']: body }, children);
  }

  private add(
    block: Json & { block_type: number },
    children: string[] = [],
    id: string = newId.uuid(),
  ): string {
    this.blocks.push({
      block_id: id,
      revision_id: 0,
      parent_id: '',
      ...(children.length === 0 ? {} : { children }),
      ...block,
    });
    return id;
  }
}

function run(content: string, style: Json): Json {
  return { text_run: { content, text_element_style: style } };
}

/** Inline tokens as text runs; neighbours of one style are one run. */
function inline(tokens: readonly Token[] | undefined, style: Json = {}): Json[] {
  const runs = (tokens ?? []).flatMap((token) => inlineToken(token as Tokens.Generic, style));
  const merged: Json[] = [];
  for (const [content, itsStyle] of runs) {
    const last = merged.at(-1)?.['text_run'] as { content: string; text_element_style: Json } | undefined;
    if (last !== undefined && JSON.stringify(last.text_element_style) === JSON.stringify(itsStyle))
      last.content += content;
    else merged.push(run(content, itsStyle));
  }
  return merged;
}

function inlineToken(token: Tokens.Generic, style: Json): [string, Json][] {
  const inner = (extra: Json): [string, Json][] =>
    (token.tokens ?? []).flatMap((t) => inlineToken(t as Tokens.Generic, { ...style, ...extra }));
  switch (token.type) {
    case 'strong':
      return inner({ bold: true });
    case 'em':
      return inner({ italic: true });
    case 'del':
      return inner({ strikethrough: true });
    case 'link':
      return inner({ link: { url: encodeURIComponent((token as Tokens.Link).href) } });
    case 'codespan':
      return [[(token as Tokens.Codespan).text, { ...style, inline_code: true }]];
    case 'br':
      return [['\n', style]];
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? [['\n', style]] : [[token.raw, style]];
    case 'image':
      return [[(token as Tokens.Image).text, style]];
    default:
      if (token.tokens !== undefined) return inner({});
      return [[(token as Tokens.Text).text, style]];
  }
}
