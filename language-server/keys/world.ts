import type { Register } from '../../engine/evalset/index.ts';
import { fieldsOf, firstLineOf, listOf, textOf, type Fields } from '../outline/values.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { filesAround } from './occurrences.ts';

/** The world of a file as written, valid or not; empty when there is none. */
export function worldOf(file: AuthorFile): Fields {
  const world = filesAround(file).find(({ kind }) => kind === 'world-preset');
  return fieldsOf(world?.document.value);
}

/** Display name of the agent under test, without the number of its instance. */
export function agentName(file: AuthorFile): string {
  const agent = fieldsOf(listOf(worldOf(file)['team_agents'])[0]);
  return textOf(agent['name']).replace(/ #\d+$/, '');
}

/** What a key stands for, in a few words: a name, a title. Of a case nothing: its card has to be looked for. */
export function detailOf(world: Fields, register: Register, key: string): string {
  const named = (part: string, field: string): string => textOf(fieldsOf(fieldsOf(world[part])[key])[field]);
  switch (register) {
    case 'actor':
      return named('actors', 'display_name');
    case 'group':
      return named('groups', 'name');
    case 'asset':
      return named('assets', 'title');
    case 'agent':
      return textOf(
        listOf(world['team_agents'])
          .map(fieldsOf)
          .find((agent) => agent['key'] === key)?.['name'],
      );
    default:
      return '';
  }
}

/** A text cut to its first lines that say something. */
export function firstLines(text: string, most: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= most ? lines.join('\n') : `${lines.slice(0, most).join('\n')}\n…`;
}

/** The card of a case as written, wherever it stands. */
export function cardOf(file: AuthorFile, id: string): Fields | null {
  for (const { kind, units } of filesAround(file)) {
    if (kind !== 'case-card' && kind !== 'case-cards') continue;
    for (const { document } of units) {
      const card = fieldsOf(document.value);
      if (card['case_id'] === id) return card;
    }
  }
  return null;
}

/** First line of a card's first question. */
export function questionOf(card: Fields): string {
  const turns = listOf(card['turns']).map(fieldsOf);
  const first = turns.find((turn) => turn['kind'] === 'query') ?? turns[0];
  return firstLineOf(textOf(first?.['text']));
}
