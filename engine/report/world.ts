import type { Cell } from '../../schemas/index.ts';
import type { LookedMessage, LookedTable, WorldLook } from '../local-lark/index.ts';
import { fromPlatform, offsetMs } from '../platform/lark/cells.ts';
import { flatten } from '../platform/lark/content.ts';
import { visible } from './terminal.ts';

export interface WorldMessage {
  readonly message_id: string;
  /** `2026-09-07 09:00:12`, in the world's zone. */
  readonly when: string;
  readonly author: string;
  readonly bot: boolean;
  readonly text: string;
  readonly attachments: readonly string[];
  readonly deleted: boolean;
  readonly edits: number;
}

/** A world as people would read it: what `show --world --json` prints. */
export interface WorldText {
  /** Offset such as `+08:00`. */
  readonly zone: string;
  readonly groups: readonly {
    readonly name: string;
    readonly description: string;
    readonly private_chat: boolean;
    readonly labels: readonly string[];
    readonly members: readonly string[];
    /** Each message of the group's list, with the replies in its thread behind it. */
    readonly threads: readonly (readonly WorldMessage[])[];
  }[];
  readonly documents: readonly {
    readonly title: string;
    readonly markdown: string;
    /** What was said of it; a reply stands behind its comment, deeper. */
    readonly comments: readonly WorldComment[];
  }[];
  readonly tables: readonly {
    readonly base: string;
    readonly name: string;
    readonly fields: readonly string[];
    readonly rows: readonly (readonly Cell[])[];
  }[];
  readonly events: readonly {
    readonly title: string;
    readonly organizer: string;
    /** `2026-09-07 09:00:12`, in the world's zone. */
    readonly start: string;
    readonly end: string;
    readonly attendees: readonly string[];
  }[];
}

export interface WorldComment {
  readonly author: string;
  readonly text: string;
  readonly solved: boolean;
  readonly replies: readonly { readonly author: string; readonly text: string }[];
}

export function describeWorld(look: WorldLook, zone: string): WorldText {
  return {
    zone,
    groups: look.chats.map((chat) => ({
      name: chat.name === '' ? chat.members.map((m) => m.name).join(', ') : chat.name,
      description: chat.description,
      private_chat: chat.mode === 'p2p',
      labels: chat.labels,
      members: chat.members.map((m) => m.name),
      threads: chat.threads.map((thread) => thread.map((m) => message(m, zone))),
    })),
    documents: look.documents.map(({ title, markdown, comments }) => ({
      title,
      markdown,
      comments: comments.map(({ by, text, solved, replies }) => ({
        author: by.name,
        text,
        solved,
        replies: replies.map((r) => ({ author: r.by.name, text: r.text })),
      })),
    })),
    tables: look.bases.flatMap((base) => base.tables.map((table) => tableOf(base.title, table, zone))),
    events: look.events.map((event) => ({
      title: event.title,
      organizer: event.organizer.name,
      start: when(event.start, zone),
      end: when(event.end, zone),
      attendees: event.attendees.map((a) => a.name),
    })),
  };
}

function when(ms: number, zone: string): string {
  return new Date(ms + offsetMs(zone)).toISOString().slice(0, 19).replace('T', ' ');
}

function message(m: LookedMessage, zone: string): WorldMessage {
  const { text, attachments } = flatten(m.msg_type, m.content, m.mentions);
  return {
    message_id: m.message_id,
    when: when(m.at, zone),
    author: m.sender.name,
    bot: m.sender.bot,
    text: m.deleted ? '' : text,
    attachments: m.deleted ? [] : attachments.map((a) => a.name ?? a.key ?? a.kind),
    deleted: m.deleted,
    edits: m.edits,
  };
}

function tableOf(base: string, table: LookedTable, zone: string): WorldText['tables'][number] {
  return {
    base,
    name: table.name,
    fields: table.fields.map((field) => field.name),
    rows: table.rows.map((row) => row.map((cell, i) => fromPlatform(table.fields[i]?.type, cell, zone))),
  };
}

/** The world as Markdown. What stands in it was written by agents too: it cannot become an image, a tag or a heading. */
export function renderWorld(world: WorldText): string {
  const parts = [
    `# World (times in UTC${world.zone})`,
    ...world.groups.map(groupText),
    ...(world.documents.length === 0 ? [] : ['# Documents']),
    ...world.documents.map(({ title, markdown, comments }) =>
      [`## ${line(title)}`, fenced(visible(markdown)), ...comments.map(commentText)].join('\n\n'),
    ),
    ...(world.tables.length === 0 ? [] : ['# Tables']),
    ...world.tables.map(tableText),
    ...(world.events.length === 0 ? [] : ['# Calendar', world.events.map(eventText).join('\n')]),
  ];
  return parts.join('\n\n');
}

function groupText(group: WorldText['groups'][number]): string {
  const head = [
    `## ${group.private_chat ? 'Private chat: ' : ''}${line(group.name)}`,
    ...(group.description === '' ? [] : [line(group.description)]),
    ...(group.labels.length === 0 ? [] : [`Labels: ${group.labels.map(line).join(', ')}`]),
    `Members: ${group.members.map(line).join(', ')}`,
  ].join('\n\n');
  const messages = group.threads.flatMap((thread) => thread.map((m, i) => item(m, i === 0 ? '' : '  ')));
  return messages.length === 0 ? head : `${head}\n\n${messages.join('\n')}`;
}

function commentText({ author, text, solved, replies }: WorldComment): string {
  const head = `- Comment of **${line(author)}**${solved ? ' (solved)' : ''}: ${line(text)}`;
  return [head, ...replies.map((r) => `  - **${line(r.author)}**: ${line(r.text)}`)].join('\n');
}

function eventText(event: WorldText['events'][number]): string {
  const others = event.attendees.length === 0 ? '' : `, with ${event.attendees.map(line).join(', ')}`;
  return `- ${event.start} – ${event.end} **${line(event.title)}** (${line(event.organizer)}${others})`;
}

function item(m: WorldMessage, indent: string): string {
  const marks = [
    ...(m.deleted ? ['withdrawn'] : []),
    ...(m.edits > 0 ? [`edited ${m.edits}×`] : []),
    ...m.attachments.map((name) => `attachment ${line(name)}`),
  ];
  const body = visible(m.text).split('\n').map(inert).join(`\n${indent}  `);
  const note = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return `${indent}- ${m.when} **${line(m.author)}**${m.bot ? ' 🤖' : ''}${note}: ${body}`.trimEnd();
}

function tableText(table: WorldText['tables'][number]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cell = (value: Cell): string =>
    visible(value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value))
      .split('\n')
      .map(inert)
      .join('<br>');
  return [
    `## ${line(table.base)}: ${line(table.name)}\n`,
    row(table.fields.map(cell)),
    row(table.fields.map(() => '---')),
    ...table.rows.map((cells) => row(cells.map(cell))),
  ].join('\n');
}

const line = (text: string): string => inert(visible(text).replace(/\s*\n\s*/g, ' '));

/**
 * Tags, images, links with words of their own, code, and marks that make of a line something else lose their power; the
 * words stay. A backslash of the text's own is escaped like the rest, or it would undo the escape behind it.
 */
function inert(text: string): string {
  return text
    .replace(/[\\<[|`]|&(?=#|\w+;)/g, '\\$&')
    .replace(/^(\s*)([#>]|[-+*](?=\s|$)|[-=*_]+\s*$|~~~)/, '$1\\$2')
    .replace(/^(\s*\d+)([.)](?=\s|$))/, '$1\\$2');
}

/** A fence longer than any in the text. */
function fenced(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}markdown\n${text.trimEnd()}\n${fence}`;
}
