import { InlayHintRefreshRequest, type InlayHint, type Range } from 'vscode-languageserver';
import { scanPlaceholders } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { dateText, shownDay, type ShownDay } from '../dates.ts';
import { lettersIn } from '../letters.ts';
import type { Words } from '../l10n/words.ts';
import type { AuthorFile } from '../project/author-file.ts';

/** Behind a date placeholder its date on day0. Checkpoints are left as they are: they are long enough. */
export const inlayHints: Feature = {
  capabilities: () => ({ inlayHintProvider: { resolveProvider: false } }),
  register({ connection, client, project, answer, words, host }) {
    connection.languages.inlayHint.on(
      answer(
        'inlay hints',
        async ({ textDocument, range }) =>
          hintsOf(await project.file(textDocument.uri), range, words, host.today()),
        () => [],
      ),
    );
    // Another file may say another day: the client asks again only of its own edits.
    if (client.workspace?.inlayHint?.refreshSupport === true)
      project.onChange((what) => {
        if (what === 'disk') connection.sendRequest(InlayHintRefreshRequest.type).catch(() => undefined);
      });
  },
};

export function hintsOf(file: AuthorFile | null, range: Range, words: Words, today: string): InlayHint[] {
  if (file?.ours !== true || file.loaded.kind === undefined) return [];
  const day = shownDay(file, today);
  if (day === null) return [];
  const hints: InlayHint[] = [];
  for (const { path, value, place } of lettersIn(file.loaded, range)) {
    if (path.at(-1) === 'checkpoints_raw' || !value.includes('{{')) continue;
    for (const placeholder of scanPlaceholders(value).placeholders) {
      const { end: position } = place(placeholder.span);
      const text = dateText(placeholder, day, words);
      if (text === null || position.line < range.start.line || position.line > range.end.line) continue;
      hints.push({ position, label: text, paddingLeft: true, tooltip: tooltip(day, words) });
    }
  }
  return hints;
}

const tooltip = ({ day0, fixed }: ShownDay, words: Words): string =>
  fixed ? words.onDay0(day0.toString()) : words.onToday(day0.toString());
