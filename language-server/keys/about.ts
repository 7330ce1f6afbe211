import path from 'node:path';
import type { Register } from '../../engine/evalset/index.ts';
import { code, fenced, plainText } from '../markdown.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../outline/values.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { filesAround } from './occurrences.ts';
import { cardOf, firstLines, questionOf, worldOf } from './world.ts';

/** What a key stands for, as Markdown in which the author's words are text. */
export interface AboutKey {
  /** Plain: a name, a title, a question. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** Lines of a text that are shown. */
const LINES = 6;

/** What a key of a register stands for; null when it stands for nothing. */
export function aboutKey(file: AuthorFile, register: Register, key: string): AboutKey | null {
  switch (register) {
    case 'case':
      return aboutCase(cardOf(file, key));
    case 'actor':
      return aboutActor(file, key);
    case 'group':
      return aboutGroup(worldOf(file), key);
    case 'asset':
      return aboutAsset(worldOf(file), key);
    case 'agent':
      return aboutAgent(worldOf(file), key);
    case 'skill':
      return aboutSkill(file, key);
    default:
      return null;
  }
}

function aboutCase(card: Fields | null): AboutKey | null {
  if (card === null) return null;
  const query = listOf(card['turns'])
    .map(fieldsOf)
    .find((turn) => turn['kind'] === 'query');
  return {
    title: questionOf(card),
    lines: present([
      plainText(textOf(card['storyline'])),
      fenced(firstLines(textOf(query?.['text']), LINES)),
    ]),
  };
}

function aboutSkill(file: AuthorFile, key: string): AboutKey | null {
  const skill = filesAround(file).find(
    ({ kind, document }) => kind === 'skill' && path.basename(path.dirname(document.path)) === key,
  );
  if (skill === undefined) return null;
  const { title, front, steps } = fieldsOf(skill.document.value);
  return {
    title: textOf(title) || key,
    lines: present([
      plainText(textOf(fieldsOf(front)['description'])),
      listOf(steps)
        .slice(0, LINES)
        .map((step) => plainText(`Step ${textOf(fieldsOf(step)['step'])} ${textOf(fieldsOf(step)['title'])}`))
        .join('  \n'),
    ]),
  };
}

function aboutActor(file: AuthorFile, key: string): AboutKey | null {
  const world = worldOf(file);
  const actor = entry(world, 'actors', key);
  if (actor === null) return null;
  const groups = Object.entries(fieldsOf(world['groups']))
    .filter(([, group]) => listOf(fieldsOf(group)['members']).includes(key))
    .map(([name, group]) => textOf(fieldsOf(group)['name']) || name);
  return {
    title: textOf(actor['display_name']),
    lines: present([
      [plainText(textOf(actor['role'])), groups.map(code).join(' ')]
        .filter((part) => part !== '')
        .join(' · '),
      fenced(firstLines(textOf(playbookOf(file, key)?.['persona_prompt']), LINES)),
    ]),
  };
}

function playbookOf(file: AuthorFile, key: string): Fields | undefined {
  for (const { kind, units } of filesAround(file)) {
    if (kind !== 'npc-playbook' && kind !== 'npc-playbooks') continue;
    const found = units
      .map((unit) => fieldsOf(unit.document.value))
      .find((item) => item['actor_key'] === key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function aboutGroup(world: Fields, key: string): AboutKey | null {
  const group = entry(world, 'groups', key);
  if (group === null) return null;
  const members = listOf(group['members'])
    .map(textOf)
    .map((member) => textOf(entry(world, 'actors', member)?.['display_name']) || member);
  return {
    title: textOf(group['name']),
    lines: present([plainText(textOf(group['description'])), members.map(plainText).join(' · ')]),
  };
}

function aboutAsset(world: Fields, key: string): AboutKey | null {
  const asset = entry(world, 'assets', key);
  if (asset === null) return null;
  const columns = listOf(asset['fields'])
    .map((field) => code(textOf(fieldsOf(field)['name'])))
    .filter((name) => name !== code(''));
  return {
    title: textOf(asset['title']),
    lines: present([
      code(textOf(asset['kind'])),
      fenced(firstLines(textOf(asset['markdown']), LINES)),
      columns.join(' · '),
    ]),
  };
}

function aboutAgent(world: Fields, key: string): AboutKey | null {
  const agent = listOf(world['team_agents'])
    .map(fieldsOf)
    .find((item) => item['key'] === key);
  if (agent === undefined) return null;
  return { title: textOf(agent['name']), lines: present([plainText(textOf(agent['description']))]) };
}

function entry(world: Fields, part: string, key: string): Fields | null {
  const entries = fieldsOf(world[part]);
  return Object.hasOwn(entries, key) ? fieldsOf(entries[key]) : null;
}

const present = (lines: readonly string[]): string[] => lines.filter((line) => line !== '');
