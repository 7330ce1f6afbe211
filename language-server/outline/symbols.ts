import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver';
import type { LoadedFile } from '../../engine/evalset/index.ts';
import type { Words } from '../l10n/words.ts';
import { cardSymbols } from './card-symbols.ts';
import { skillCardSymbols, skillSymbols } from './skill-symbols.ts';
import { symbolMaker } from './symbol.ts';
import { fieldsOf, firstLineOf, listOf, textOf, type Fields } from './values.ts';

/** The symbols of a file, valid or not: what is there is shown. */
export function symbolsOf(file: LoadedFile, words: Words): DocumentSymbol[] {
  switch (file.kind) {
    case 'case-card':
    case 'case-cards':
      return cardSymbols(file, words);
    case 'skill-card':
    case 'skill-cards':
      return skillCardSymbols(file);
    case 'skill':
      return skillSymbols(file);
    case 'world-preset':
      return worldSymbols(file, words);
    case 'npc-playbook':
    case 'npc-playbooks':
      return playbookSymbols(file);
    case 'checks':
      return checkSymbols(file);
    case 'cases-meta':
      return recordSymbols(file, 'cases', SymbolKind.Class, 'scene_l1');
    case 'evalset':
      return listOf(fieldsOf(file.document.value)['cases']).map((name, i) =>
        symbolMaker(file.document)(['cases', i], SymbolKind.File, textOf(name)),
      );
    default:
      return [];
  }
}

/** The entries of a map, each with one of its fields as detail. */
function recordSymbols(file: LoadedFile, key: string, kind: SymbolKind, detail: string): DocumentSymbol[] {
  const make = symbolMaker(file.document);
  return Object.entries(fieldsOf(fieldsOf(file.document.value)[key])).map(([name, value]) =>
    make([key, name], kind, name, textOf(fieldsOf(value)[detail])),
  );
}

function worldSymbols(file: LoadedFile, words: Words): DocumentSymbol[] {
  const make = symbolMaker(file.document);
  const agents = listOf(fieldsOf(file.document.value)['team_agents']).map((agent, i) => {
    const { key, name }: Fields = fieldsOf(agent);
    return make(['team_agents', i], SymbolKind.Interface, textOf(key), textOf(name));
  });
  const sections: readonly (readonly [string, string, readonly DocumentSymbol[]])[] = [
    ['actors', words.actors, recordSymbols(file, 'actors', SymbolKind.Variable, 'display_name')],
    ['groups', words.groups, recordSymbols(file, 'groups', SymbolKind.Module, 'name')],
    ['team_agents', words.agents, agents],
    ['assets', words.assets, recordSymbols(file, 'assets', SymbolKind.File, 'title')],
  ];
  return sections.flatMap(([key, name, children]) =>
    children.length === 0 ? [] : [make([key], SymbolKind.Namespace, name, '', children)],
  );
}

function playbookSymbols({ document }: LoadedFile): DocumentSymbol[] {
  const make = symbolMaker(document);
  const one = (value: unknown, at: readonly number[]): DocumentSymbol => {
    const { actor_key: key, name, conditional_replies: replies } = fieldsOf(value);
    const children = listOf(replies).map((reply, i) => {
      const { case_id: id, reply_text: text } = fieldsOf(reply);
      return make([...at, 'conditional_replies', i], SymbolKind.Event, textOf(id), firstLineOf(textOf(text)));
    });
    return make(at, SymbolKind.Variable, textOf(key), textOf(name), children);
  };
  const { value } = document;
  return Array.isArray(value) ? value.map((item, i) => one(item, [i])) : [one(value, [])];
}

function checkSymbols({ document }: LoadedFile): DocumentSymbol[] {
  const make = symbolMaker(document);
  return ['checks', 'conditionals'].flatMap((part) =>
    Object.entries(fieldsOf(fieldsOf(document.value)[part])).map(([id, points]) => {
      const children = Object.entries(fieldsOf(points)).map(([point, check]) =>
        make([part, id, point], SymbolKind.Property, point, Object.keys(fieldsOf(check)).join(', ')),
      );
      return make([part, id], SymbolKind.Class, id, part === 'checks' ? '' : part, children);
    }),
  );
}
