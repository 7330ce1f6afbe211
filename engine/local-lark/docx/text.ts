import type { Block } from '../core/model.ts';
import type { World } from '../core/world.ts';
import {
  BULLET,
  CODE,
  DIVIDER,
  elementsOf,
  headingDepth,
  IMAGE,
  isJson,
  isTextual,
  ORDERED,
  PAGE,
  QUOTE,
  styleOf,
  TABLE,
  TODO,
  type Json,
} from './block-kinds.ts';
import { blockOf, subtree } from './tree.ts';

function plain(world: World, element: Json): string {
  const run = element['text_run'];
  if (isJson(run)) return typeof run['content'] === 'string' ? run['content'] : '';
  const user = element['mention_user'];
  if (isJson(user)) return `@${world.nameOf(world.openIdOwner(String(user['user_id']))?.principal ?? '')}`;
  const doc = element['mention_doc'];
  if (isJson(doc)) return typeof doc['title'] === 'string' ? doc['title'] : String(doc['token']);
  const equation = element['equation'];
  return isJson(equation) && typeof equation['content'] === 'string' ? equation['content'] : '';
}

/** The text of one block, without its children. */
export function textOf(world: World, block: Block): string {
  return elementsOf(block)
    .map((e) => plain(world, e))
    .join('');
}

/** The text of a block and all below it, one line per block. */
export function treeText(world: World, documentId: string, blockId: string): string {
  return subtree(world, documentId, blockId)
    .filter((b) => isTextual(b.block_type))
    .map((b) => textOf(world, b))
    .join('\n');
}

/** `raw_content`: one line per block, marks and styles gone; an untitled page gives no line. */
export function rawContent(world: World, documentId: string): string {
  const lines = subtree(world, documentId, documentId)
    .filter((b) => isTextual(b.block_type))
    .filter((b) => b.block_type !== PAGE || textOf(world, b) !== '')
    .map((b) => `${textOf(world, b)}\n`);
  return lines.join('');
}

function styled(world: World, element: Json): string {
  const content = plain(world, element);
  const run = element['text_run'];
  const style = isJson(run) && isJson(run['text_element_style']) ? run['text_element_style'] : {};
  if (content === '') return '';
  if (style['inline_code'] === true) return `\`${content}\``;
  const bold = style['bold'] === true ? `**${content}**` : content;
  const italic = style['italic'] === true ? `*${bold}*` : bold;
  const struck = style['strikethrough'] === true ? `~~${italic}~~` : italic;
  const link = style['link'];
  return isJson(link) && typeof link['url'] === 'string'
    ? `[${struck}](${decodeURIComponent(link['url'])})`
    : struck;
}

function markdownTable(world: World, documentId: string, block: Block): string {
  const body = block['table'];
  const property = isJson(body) && isJson(body['property']) ? body['property'] : {};
  const columns = typeof property['column_size'] === 'number' ? property['column_size'] : 1;
  const cells = (block.children ?? []).map((cell) =>
    treeText(world, documentId, cell).replaceAll('|', '\\|').replaceAll('\n', '<br>'),
  );
  const rows: string[] = [];
  for (let at = 0; at < cells.length; at += columns)
    rows.push(`| ${cells.slice(at, at + columns).join(' | ')} |`);
  const [head = '', ...rest] = rows;
  return [head, `|${' --- |'.repeat(columns)}`, ...rest].join('\n');
}

function markdownBlock(
  world: World,
  documentId: string,
  block: Block,
  indent: string,
  number: number,
): string {
  const text = elementsOf(block)
    .map((e) => styled(world, e))
    .join('');
  const depth = headingDepth(block.block_type);
  if (depth !== undefined) return `${'#'.repeat(depth)} ${text}`;
  switch (block.block_type) {
    case PAGE:
      return text === '' ? '' : `# ${text}`;
    case BULLET:
      return `${indent}- ${text}`;
    case ORDERED:
      return `${indent}${number}. ${text}`;
    case TODO:
      return `${indent}- [${styleOf(block)['done'] === true ? 'x' : ' '}] ${text}`;
    case QUOTE:
      return `> ${text}`;
    case CODE:
      return `\`\`\`\n${textOf(world, block)}\n\`\`\``;
    case DIVIDER:
      return '---';
    case IMAGE:
      return '![image]()';
    case TABLE:
      return markdownTable(world, documentId, block);
    default:
      return text;
  }
}

/** The document as markdown (docs/v1/content). */
export function markdownOf(
  world: World,
  documentId: string,
  blockId: string = documentId,
  indent = '',
): string {
  const block = blockOf(world, documentId, blockId);
  if (block === undefined) return '';
  const own = markdownBlock(world, documentId, block, indent, 1);
  return [own, ...childrenMarkdown(world, documentId, block, block.block_type === PAGE ? '' : `${indent}  `)]
    .filter((part) => part !== '')
    .join(block.block_type === PAGE ? '\n\n' : '\n');
}

function childrenMarkdown(world: World, documentId: string, block: Block, indent: string): string[] {
  if (block.block_type === TABLE) return [];
  let number = 0;
  return (block.children ?? []).map((id) => {
    const child = blockOf(world, documentId, id);
    number = child?.block_type === ORDERED ? number + 1 : 0;
    if (child?.block_type !== ORDERED) return markdownOf(world, documentId, id, indent);
    const own = markdownBlock(world, documentId, child, indent, number);
    return [own, ...childrenMarkdown(world, documentId, child, `${indent}  `)].join('\n');
  });
}
