import path from 'node:path';
import type { CompletionItem, Position } from 'vscode-languageserver';
import * as z from 'zod';
import type { Feature } from '../context.ts';
import { complete } from '../completion/complete.ts';
import { offsetOf } from '../convert.ts';
import { aboutKey } from '../keys/about.ts';
import type { Project } from '../project/project.ts';

const ORIGIN = z.object({
  uri: z.string(),
  register: z.enum(['actor', 'group', 'asset', 'case', 'agent', 'skill']),
  key: z.string(),
});

/** What may be written at the cursor: keys, values, keys of registers, dates, tags, whole cards. */
export const completion: Feature = {
  capabilities: () => ({
    completionProvider: {
      resolveProvider: true,
      triggerCharacters: [':', ' ', '"', "'", '{', '[', '【', '@', '+', '-', '|'],
      completionItem: { labelDetailsSupport: false },
    },
  }),
  register({ connection, client, project, answer, words, host }) {
    const snippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
    connection.onCompletion(
      answer(
        'completion',
        async ({ textDocument, position }: { textDocument: { uri: string }; position: Position }) => {
          const file = await project.file(textDocument.uri);
          if (file === null) return null;
          const offset = offsetOf(file.loaded.document, position);
          const paths =
            file.loaded.kind === 'evalset' ? await project.filesBelow(path.dirname(file.path)) : [];
          return complete(file, offset, words, host.today(), snippets, paths);
        },
        () => null,
      ),
    );
    connection.onCompletionResolve(async (item, token) =>
      answer(
        'completion details',
        (asked: CompletionItem) => resolved(asked, project),
        () => item,
      )(item, token),
    );
  },
};

/** What a key stands for is looked up when the client shows it. */
async function resolved(item: CompletionItem, project: Project): Promise<CompletionItem> {
  const origin = ORIGIN.safeParse(item.data);
  if (!origin.success) return item;
  const file = await project.file(origin.data.uri);
  if (file === null) return item;
  const about = aboutKey(file, origin.data.register, origin.data.key);
  if (about === null) return item;
  const value = about.lines.join('\n\n');
  return {
    ...item,
    ...((item.detail ?? '') === '' ? { detail: about.title } : {}),
    ...(value === '' ? {} : { documentation: { kind: 'markdown', value } }),
  };
}
