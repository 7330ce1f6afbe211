import type { Location, Position } from 'vscode-languageserver';
import type { Feature } from '../context.ts';
import { filesAround, keyAt, occurrencesOf } from '../keys/occurrences.ts';
import type { AuthorFile } from '../project/author-file.ts';
import type { Project } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';

/** From a key to where it is entered: a person or group of the world, the card of a case. */
export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register({ connection, project, answer }) {
    connection.onDefinition(
      answer(
        'definition',
        async ({ textDocument, position }) =>
          locationsOf(await project.file(textDocument.uri), position, project, ['definition']),
        () => [],
      ),
    );
  },
};

/** The places of the key at a position, of the given roles. */
export function locationsOf(
  file: AuthorFile | null,
  position: Position,
  project: Pick<Project, 'buffers'>,
  roles: readonly ('definition' | 'reference')[],
): Location[] {
  if (file?.ours !== true) return [];
  const at = keyAt(file, position);
  if (at === null) return [];
  const buffers = project.buffers();
  const locations: Location[] = [];
  for (const { file: other, range } of occurrencesOf(
    filesAround(file),
    at.mark.register,
    at.mark.key,
    roles,
  )) {
    const { path } = other.document;
    locations.push({ uri: buffers.get(path)?.uri ?? uriOf(path), range });
  }
  return locations;
}
