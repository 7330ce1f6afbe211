import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver';
import { allCardsIn, type LoadedFile } from '../../engine/evalset/index.ts';
import { SECTIONS, SECTION_KEYS } from '../../engine/skills/sections.ts';
import { symbolMaker } from './symbol.ts';
import { fieldsOf, firstLineOf, listOf, textOf } from './values.ts';

/** Cards on skills with their messages and what is held against the answer. */
export function skillCardSymbols({ document, kind }: LoadedFile): DocumentSymbol[] {
  if (kind === undefined) return [];
  const make = symbolMaker(document);
  return allCardsIn(kind, document.value).map(({ at, card }) => {
    const input = fieldsOf(card['input']);
    const messages = listOf(input['messages']).map((message, i) => {
      const { role, text } = fieldsOf(message);
      const name = `${i + 1} ${textOf(role)}`;
      return make([...at, 'input', 'messages', i], SymbolKind.Event, name, firstLineOf(textOf(text)));
    });
    const fields = ['expected', 'pass', 'fail', 'scoring']
      .filter((key) => key in card)
      .map((key) => make([...at, key], SymbolKind.Property, key, firstLineOf(textOf(card[key]))));
    return make(at, SymbolKind.Class, textOf(card['case_id']), textOf(card['title']), [
      ...messages,
      ...fields,
    ]);
  });
}

/** A skill with its sections; the process with its steps, the others with their items. */
export function skillSymbols({ document }: LoadedFile): DocumentSymbol[] {
  const make = symbolMaker(document);
  const skill = fieldsOf(document.value);
  const front = fieldsOf(skill['front']);
  const sections = SECTION_KEYS.filter((key) => key in skill).map((key) => {
    const { items } = fieldsOf(skill[key]);
    const steps = key === 'process' ? listOf(skill['steps']) : [];
    const children =
      steps.length > 0
        ? steps.map((step, i) => {
            const { step: number, title } = fieldsOf(step);
            return make(['steps', i], SymbolKind.Event, `Step ${textOf(number)}`, textOf(title));
          })
        : listOf(items).map((item, i) =>
            make([key, 'items', i], SymbolKind.String, firstLineOf(textOf(item))),
          );
    return make([key], SymbolKind.Namespace, SECTIONS[key][0], '', children);
  });
  const title = textOf(skill['title']) || textOf(front['name']);
  if (title === '' && sections.length === 0) return [];
  return [
    make('title' in skill ? ['title'] : ['front'], SymbolKind.Class, title, textOf(front['description'])),
    ...sections,
  ];
}
