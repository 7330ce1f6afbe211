import { CompletionItemKind } from 'vscode-languageserver';
import { membersOf } from '../schema/members.ts';
import { describeOwn, ownForm, ownMembersAt, ownSchemasAt } from '../schema/own.ts';
import type { Asked, Proposal } from './asked.ts';
import { comma, commaBefore, keyWritten, written } from './write.ts';

/** Keys that the author's own schemas name for the map at the place, behind ours. */
export function ownKeyProposals(asked: Asked, lead = ''): Proposal[] {
  const { file, models, place, words } = asked;
  const ours = new Set(membersOf(models).map(({ key }) => key));
  const before = commaBefore(asked);
  return ownMembersAt(file.loaded, place.path)
    .filter(([key]) => !ours.has(key) && !place.present.has(key))
    .map(([key, { required }], i) => {
      const schemas = ownSchemasAt(file.loaded, [...place.path, key]);
      const { title, text, type } = describeOwn(schemas);
      return {
        label: key,
        kind: CompletionItemKind.Property,
        detail: [title ?? type, ...(required ? [words.required1] : [])]
          .filter((part) => part !== '')
          .join(' · '),
        ...(text === undefined ? {} : { documentation: text }),
        sortText: `${required ? 0 : 1}~${String(i).padStart(3, '0')}`,
        insert: keyWritten(asked, key, ownForm(schemas), lead) + comma(asked),
        snippet: true,
        ...(before === null ? {} : { data: { comma: before } }),
      };
    });
}

/** Values that they allow at the place. */
export function ownValueProposals(asked: Asked): Proposal[] {
  const { file, place, text } = asked;
  const schemas = ownSchemasAt(file.loaded, place.path);
  const { choices, type } = describeOwn(schemas);
  const values = choices.length === 0 && type === 'boolean' ? [true, false] : choices;
  const space = text.charAt(place.from - 1) === ':' && place.style !== 'json' ? ' ' : '';
  return values.map((value, i) => ({
    label: String(value),
    kind: CompletionItemKind.EnumMember,
    sortText: `~${String(i).padStart(5, '0')}`,
    insert: space + written(asked, value),
  }));
}
