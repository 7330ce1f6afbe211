import { parseCheckpoints, scanPlaceholders, type OffsetRange } from '../../engine/evalset/index.ts';
import { shownDate, shownDay } from '../dates.ts';
import type { Words } from '../l10n/words.ts';
import { code } from '../markdown.ts';
import type { AuthorFile } from '../project/author-file.ts';

/** What a part of a text means, as Markdown. */
export interface TextHover {
  readonly span: OffsetRange;
  readonly text: string;
}

/** The dates of a text on day0, and the tags of its checkpoints. */
export function hoversOf(
  field: string,
  value: string,
  file: AuthorFile,
  words: Words,
  today: string,
): TextHover[] {
  return [
    ...dateHovers(value, file, words, today),
    ...(field === 'checkpoints_raw' ? tagHovers(value, words) : []),
  ];
}

function dateHovers(value: string, file: AuthorFile, words: Words, today: string): TextHover[] {
  const day = value.includes('{{') ? shownDay(file, today) : null;
  if (day === null) return [];
  const on = day.fixed ? words.onDay0(day.day0.toString()) : words.onToday(day.day0.toString());
  return scanPlaceholders(value).placeholders.flatMap((placeholder) => {
    const date = shownDate(placeholder, day, words);
    if (date === null) return [];
    const shown = date.weekday === null ? date.text : `${date.text} ${date.weekday}`;
    return [{ span: placeholder.span, text: `**${shown}**\n\n${code(placeholder.text)} · ${on}` }];
  });
}

function tagHovers(value: string, words: Words): TextHover[] {
  const { points, protocol } = parseCheckpoints(value);
  const tags = points.flatMap(({ id, tags: all }) =>
    all.flatMap(({ text, span }) => {
      const meaning = meaningOf(text.slice(1, -1), words);
      return meaning === null ? [] : [{ span, text: `**${code(text)}** · ${id}\n\n${meaning}` }];
    }),
  );
  if (protocol === null) return tags;
  const from = protocol.span.from + protocol.text.indexOf('【');
  return [{ span: { from, to: from + 4 }, text: words.tags.protocol }, ...tags];
}

function meaningOf(tag: string, words: Words): string | null {
  if (/^CP\d*·结果$/.test(tag)) return words.tags.result;
  if (/^CP\d*·/.test(tag)) return words.tags.process;
  switch (tag) {
    case '必选':
      return words.tags.required;
    case '交付门':
      return words.tags.gate;
    case 'AND':
      return words.tags.and;
    case '扣分':
      return words.tags.deduction;
    case '一票否决':
      return words.tags.veto;
    default:
      return null;
  }
}
