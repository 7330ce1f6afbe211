import {
  SemanticTokensBuilder,
  SemanticTokensRefreshRequest,
  type Range,
  type SemanticTokens,
} from 'vscode-languageserver';
import { KeptBy, Stable, type FileUnit, type LoadedFile } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { agentName, worldOf } from '../keys/world.ts';
import { lettersOf, type Letter } from '../letters.ts';
import { fieldsOf, textOf } from '../outline/values.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { tokensOf, TOKEN_TYPES } from '../prose/tokens.ts';
import { unitsIn } from '../units.ts';

/** Colours inside texts: tags of checkpoints, dates, mentions. The types are the protocol's own, so that any theme has them. */
export const semanticTokens: Feature = {
  capabilities: () => ({
    semanticTokensProvider: {
      legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [] },
      full: true,
      range: true,
    },
  }),
  register({ connection, client, project, answer }) {
    const kept = new KeptTokens();
    const tokens = (name: string) =>
      answer(
        name,
        async ({ textDocument, range }: { textDocument: { uri: string }; range?: Range }) => {
          const file = await project.file(textDocument.uri);
          return tokensIn(file, range, kept);
        },
        () => ({ data: [] }),
      );
    connection.languages.semanticTokens.on(tokens('semantic tokens'));
    connection.languages.semanticTokens.onRange(tokens('semantic tokens of a range'));
    // Whom a text can mention, the world says.
    if (client.workspace?.semanticTokens?.refreshSupport === true)
      project.onChange((what) => {
        if (what === 'disk') connection.sendRequest(SemanticTokensRefreshRequest.type).catch(() => undefined);
      });
  },
};

/** A token: its line counted from the part's document. */
type Placed = readonly [line: number, character: number, length: number, type: number];

/** The tokens of a part, as long as neither the part nor the names that it may mention change. */
export class KeptTokens {
  readonly #names = new Stable<readonly string[]>((a, b) => a.join('\n') === b.join('\n'));
  readonly #parts = new KeptBy<readonly string[], readonly Placed[]>();

  of(file: LoadedFile, unit: FileUnit, all: readonly string[]): readonly Placed[] {
    const names = this.#names.of(all);
    return this.#parts.of(names, unit.document, () => placedTokens(lettersOf(file, unit, 0), names));
  }
}

export function tokensIn(
  file: AuthorFile | null,
  range: Range | undefined,
  kept: KeptTokens,
): SemanticTokens {
  if (file?.ours !== true || file.loaded.kind === undefined) return { data: [] };
  const names = namesOf(file);
  const builder = new SemanticTokensBuilder();
  for (const { unit, line } of unitsIn(file.loaded, range))
    for (const [from, character, length, type] of kept.of(file.loaded, unit, names)) {
      const at = from + line;
      if (range === undefined || (at >= range.start.line && at <= range.end.line))
        builder.push(at, character, length, type, 0);
    }
  return builder.build();
}

function placedTokens(letters: Iterable<Letter>, names: readonly string[]): Placed[] {
  const all: Placed[] = [];
  for (const { path, value, place, style } of letters) {
    // Where a part of it stands cannot be told.
    if (style === 'folded') continue;
    for (const { span, type } of tokensOf(String(path.at(-1)), value, names)) {
      const { start, end } = place(span);
      if (start.line === end.line && end.character > start.character)
        all.push([start.line, start.character, end.character - start.character, TOKEN_TYPES.indexOf(type)]);
    }
  }
  // They are told in the order of the text; a text's dates come after its tags.
  return all.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Names that a mention may have, the longest first. */
function namesOf(file: AuthorFile): string[] {
  const people = Object.values(fieldsOf(worldOf(file)['actors'])).map((actor) =>
    textOf(fieldsOf(actor)['display_name']),
  );
  const names = new Set([agentName(file), ...people]);
  names.delete('');
  return [...names].sort((a, b) => b.length - a.length);
}
