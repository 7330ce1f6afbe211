import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Range,
  type TextDocumentEdit,
  type CreateFile,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Finding } from '../../engine/evalset/index.ts';
import type { Context, Feature } from '../context.ts';
import { diagnosticOf } from '../convert.ts';
import type { FileChange } from '../fixes/fix.ts';
import { fixesOf } from '../fixes/index.ts';
import type { Words } from '../l10n/words.ts';
import type { AuthorFile } from '../project/author-file.ts';
import type { Project } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';

/** The kind of action that applies every fix of a file that is the only sane one. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.sundowner`;

/** Quick fixes of findings. */
export const codeActions: Feature = {
  capabilities: (client) => ({
    codeActionProvider:
      client.textDocument?.codeAction?.codeActionLiteralSupport === undefined
        ? false
        : { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
  }),
  register({ connection, project, answer, words, commands }: Context) {
    connection.onCodeAction(
      answer(
        'fixes',
        async ({ textDocument, range, context }) =>
          actionsOf(await project.file(textDocument.uri), range, context, words, project, commands),
        () => [],
      ),
    );
  },
};

export function actionsOf(
  file: AuthorFile | null,
  range: Range,
  { only, diagnostics }: CodeActionContext,
  words: Words,
  project: Pick<Project, 'buffers'>,
  commands = false,
): CodeAction[] {
  if (file === null || file.frozen || !(file.ours || file.script !== null)) return [];
  const wanted = (kind: string) =>
    only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const actions: CodeAction[] = [];
  if (wanted(CodeActionKind.QuickFix))
    for (const finding of findingsAt(file, range))
      for (const { title, preferred, changes, command } of fixesOf(file, finding, words, commands)) {
        const shown =
          diagnostics.find((item) => isOf(item, finding)) ?? diagnosticOf(finding, words.findings);
        actions.push({
          title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [shown],
          ...(preferred ? { isPreferred: true } : {}),
          ...(command === undefined ? { edit: workspaceEdit(changes, project) } : { command }),
        });
      }
  // Only who asks for it gets what changes the whole file.
  if (only !== undefined && wanted(FIX_ALL)) {
    const edits = allOf(file, words);
    if (edits.length > 0)
      actions.push({
        title: words.fixes.all,
        kind: FIX_ALL,
        edit: workspaceEdit([{ path: file.path, edits }], project),
      });
  }
  return actions;
}

/** What stands at a range; when nothing does, what stands on its lines. */
function findingsAt({ findings }: AuthorFile, range: Range): readonly Finding[] {
  const exact = findings.filter((item) => touches(item.range, range));
  if (exact.length > 0) return exact;
  return findings.filter(
    (item) => item.range.start.line <= range.end.line && item.range.end.line >= range.start.line,
  );
}

/** The edits of every fix that is the only sane one; of two that overlap, the first. */
function allOf(file: AuthorFile, words: Words): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const finding of file.findings) {
    const fix = fixesOf(file, finding, words).find(({ preferred }) => preferred);
    const [change, ...others] = fix?.changes ?? [];
    if (change === undefined || others.length > 0 || change.path !== file.path) continue;
    if (change.edits.every((edit) => !edits.some((one) => touches(one.range, edit.range))))
      edits.push(...change.edits);
  }
  return edits;
}

/** Plain changes where they do, so that any client applies them; a file that is made needs the other form. */
function workspaceEdit(changes: readonly FileChange[], project: Pick<Project, 'buffers'>): WorkspaceEdit {
  const buffers = project.buffers();
  const uri = (path: string) => buffers.get(path)?.uri ?? uriOf(path);
  if (!changes.some(({ create }) => create === true))
    return { changes: Object.fromEntries(changes.map(({ path, edits }) => [uri(path), [...edits]])) };
  return {
    documentChanges: changes.flatMap(({ path, create, edits }): (CreateFile | TextDocumentEdit)[] => [
      ...(create === true
        ? [{ kind: 'create', uri: uri(path), options: { ignoreIfExists: true } } as const]
        : []),
      { textDocument: { uri: uri(path), version: buffers.get(path)?.version ?? null }, edits: [...edits] },
    ]),
  };
}

const isOf = (
  { code, range }: CodeActionContext['diagnostics'][number],
  { code: own, range: at }: Finding,
): boolean =>
  code === own &&
  range.start.line === at.start.line &&
  range.start.character === at.start.character &&
  range.end.line === at.end.line &&
  range.end.character === at.end.character;

/** Whether two ranges share a place; where one ends the other may begin. */
function touches(a: Range, b: Range): boolean {
  const before = (x: Range['start'], y: Range['start']) =>
    x.line < y.line || (x.line === y.line && x.character < y.character);
  return !before(a.end, b.start) && !before(b.end, a.start);
}
