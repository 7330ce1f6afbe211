import { CompletionItemKind } from 'vscode-languageserver';
import { parseCheckpoints, scanPlaceholders } from '../../engine/evalset/index.ts';
import { dateText, shownDay } from '../dates.ts';
import { agentName, worldOf } from '../keys/world.ts';
import { fieldsOf, textOf } from '../outline/values.ts';
import { isLetter } from '../schema/members.ts';
import type { Asked, Proposal } from './asked.ts';

/** Whether the place is inside a text that is kept to the letter, and which line of it stands before the cursor. */
export function lineOfProse({ place, text, offset, models }: Asked): string | null {
  if (!models.some(isLetter)) return null;
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  if (place.what === 'text') return text.slice(from, offset).trimStart();
  const quote = text.charAt(place.from);
  if (place.what !== 'value' || (quote !== '"' && quote !== "'") || offset <= place.from) return null;
  const before = text.slice(Math.max(from, place.from + 1), offset);
  // A line end is written `\n` between double quotes.
  return quote === '"' ? before.slice(before.lastIndexOf('\\n') + (before.includes('\\n') ? 2 : 0)) : before;
}

/** Dates, tags and mentions inside a text. */
export function proseProposals(asked: Asked, line: string): Proposal[] {
  const brace = /\{\{?[^{}]*$/.exec(line)?.[0];
  if (brace !== undefined) return dates(asked, brace);
  const last = asked.place.path.at(-1);
  if (last === 'checkpoints_raw') {
    const tags = /^((?:\s*\[[^\]]*\])*)\s*([[【][^\]】]*)?$/.exec(line);
    if (tags !== null) return tagProposals(asked, tags[1] ?? '', tags[2] ?? '');
  }
  const mention = /[@＠][^\s@＠]*$/.exec(line)?.[0];
  return mention === undefined ? [] : mentions(asked, mention);
}

const FORMS = [
  '{{D}}',
  '{{D+1}}',
  '{{D-1}}',
  '{{D+7}}',
  '{{D-7}}',
  '{{D+1|MM-DD}}',
  '{{D+1|YYYY-MM-DD}}',
  '{{M}}',
  '{{M-1}}',
  '{{Y}}',
  '{{Q}}',
];

/** Every form of a date, on the day that dates are shown on; with the number that is typed already. */
function dates(asked: Asked, typed: string): Proposal[] {
  const { file, offset, text, words, today } = asked;
  const day = shownDay(file, today);
  const amount = /^\{\{([DMYQ])([+-]\d{1,4})/.exec(typed);
  const own = amount?.[1] === undefined ? [] : formsWith(amount[1], amount[2] ?? '');
  const closed = /^\}{0,2}/.exec(text.slice(offset, offset + 2))?.[0].length ?? 0;
  const rest = /^[^{}\s]*(?=\}\})/.exec(text.slice(offset, offset + 16))?.[0].length ?? 0;
  const to = offset + (rest > 0 ? rest + 2 : closed);
  return [...new Set([...own, ...FORMS])].map((form, i) => {
    const [placeholder] = scanPlaceholders(form).placeholders;
    const date = placeholder === undefined || day === null ? null : dateText(placeholder, day, words);
    return {
      label: form,
      kind: CompletionItemKind.Constant,
      detail: date ?? '',
      filterText: form,
      sortText: String(i).padStart(3, '0'),
      insert: form,
      from: offset - typed.length,
      to,
    };
  });
}

const formsWith = (unit: string, amount: string): string[] =>
  ['', ...(unit === 'D' ? ['|MM-DD', '|YYYY-MM-DD'] : [])].map((form) => `{{${unit}${amount}${form}}}`);

const PROTOCOL =
  '【计分】本题得分 = max(0, 命中必选数 − 触发扣分数) / 必选总数；任何一条【一票否决】触发，整题记 0。扣分条数最多是必选总数减一。';

/** Tags that may stand on this line: those that begin a point with its next number, or those that go on. */
function tagProposals(asked: Asked, before: string, typed: string): Proposal[] {
  const { offset, text, words } = asked;
  const { raw, first } = around(asked);
  const { points, protocol } = parseCheckpoints(raw);
  const next = 1 + Math.max(0, ...points.map(({ id }) => Number(/^CP(\d+)$/.exec(id)?.[1] ?? 0)));
  const starts: readonly (readonly [string, string])[] = [
    [`[CP${next}·结果][必选] `, words.tags.result],
    [`[CP${next}·过程][必选] `, words.tags.process],
    [`[CP${next}·结果][必选][交付门] `, words.tags.gate],
    ['[扣分] ', words.tags.deduction],
    ['[一票否决] ', words.tags.veto],
    ...(first && protocol === null ? [[PROTOCOL, words.tags.protocol] as const] : []),
  ];
  const follow: readonly (readonly [string, string])[] = [
    ['[必选]', words.tags.required],
    ['[交付门]', words.tags.gate],
    ['[AND]', words.tags.and],
  ];
  const closed = typed !== '' && /[\]】]/.test(text.charAt(offset)) ? 1 : 0;
  return (before.trim() === '' ? starts : follow.filter(([tag]) => !before.includes(tag))).map(
    ([tag, detail], i) => ({
      label: tag.trim().slice(0, 40),
      kind: CompletionItemKind.Keyword,
      detail,
      filterText: tag,
      sortText: String(i).padStart(3, '0'),
      insert: tag,
      from: offset - typed.length,
      to: offset + closed,
    }),
  );
}

/** The text around the cursor without the cursor's own line, and whether that is its first. */
function around({ place, text, offset }: Asked): { raw: string; first: boolean } {
  if (place.what === 'value') {
    const before = text.slice(place.from + 1, offset).split('\\n');
    const behind = text.slice(offset, place.to).split('\\n');
    return { raw: [...before.slice(0, -1), ...behind.slice(1)].join('\n'), first: before.length === 1 };
  }
  const lines = (part: string): string[] => part.split('\n').map((line) => line.trimStart());
  const from = text.lastIndexOf('\ncheckpoints_raw', offset);
  const start = Math.max(from, text.lastIndexOf('checkpoints_raw', offset));
  const head = lines(text.slice(start, offset));
  const indent = /\n( *)[^\n]*$/.exec(text.slice(start, offset))?.[1]?.length ?? 0;
  const after = text.slice(offset).split('\n').slice(1);
  const end = after.findIndex((line) => line.trim() !== '' && line.search(/\S/) < indent);
  const tail = (end < 0 ? after.slice(0, 500) : after.slice(0, end)).map((line) => line.trimStart());
  return { raw: [...head.slice(1, -1), ...tail].join('\n'), first: head.length <= 2 };
}

/** Names that may be mentioned: the agent's, and the people's. */
function mentions({ file, offset, place }: Asked, typed: string): Proposal[] {
  if (!['text', 'reply_text'].includes(String(place.path.at(-1)))) return [];
  const agent = agentName(file);
  const people = Object.values(fieldsOf(worldOf(file)['actors'])).map((actor) =>
    textOf(fieldsOf(actor)['display_name']),
  );
  return [...new Set([agent, ...people])]
    .filter((name) => name !== '')
    .map((name, i) => ({
      label: `@${name}`,
      kind: CompletionItemKind.Reference,
      filterText: `${typed.charAt(0)}${name}`,
      sortText: String(i).padStart(3, '0'),
      insert: `@${name} `,
      from: offset - typed.length,
      to: offset,
    }));
}
