import { CompletionItemKind } from 'vscode-languageserver';
import { COVERAGE_TYPES, JOINT_COVERAGE } from '../../schemas/index.ts';
import type { Register } from '../../engine/evalset/index.ts';
import { filesAround, keysOfRegister } from '../keys/occurrences.ts';
import { agentName } from '../keys/world.ts';
import { escaped, type Asked, type Proposal } from './asked.ts';
import { comma } from './write.ts';

/** Whole cards, turns and files, in which what is kept to the letter stands in `|-` blocks. `lead`: a dash to be written. */
export function snippetProposals(asked: Asked, lead = ''): Proposal[] {
  const { kind, place, words, file } = asked;
  if (place.what === 'text' || place.colon || place.present.size > 0) return [];
  const depth = place.path.length;
  const [first] = place.path;
  const bodies: (readonly [string, readonly Line[]])[] = [];
  if ((kind === 'case-card' && depth === 0) || (kind === 'case-cards' && depth === 1))
    bodies.push([words.snippets.card, card(asked)]);
  if (
    ((kind === 'case-card' || kind === 'skill-card') && depth === 0) ||
    (CARD_LISTS.has(kind) && depth === 1)
  )
    bodies.push([words.snippets.skillCard, skillCard(asked)]);
  if (place.path.at(-2) === 'turns') bodies.push(...turns(asked));
  if (kind === 'world-preset' && depth === 0 && first === undefined)
    bodies.push([words.snippets.world, WORLD]);
  if ((kind === 'npc-playbook' && depth === 0) || (kind === 'npc-playbooks' && depth === 1))
    bodies.push([words.snippets.playbook, playbook(asked)]);
  if (kind === 'evalset' && depth === 0) bodies.push([words.snippets.evalset, EVALSET]);
  const own = file.loaded.document.format === 'json' || place.style === 'flow' ? json : yaml;
  return bodies.map(([label, lines], i) => ({
    label,
    kind: CompletionItemKind.Snippet,
    sortText: `!${i}`,
    filterText: `${asked.text.slice(place.from, asked.offset)}${label}`,
    insert: lead + own(lines, place.column + lead.length) + comma(asked),
    snippet: true,
  }));
}

const CARD_LISTS: ReadonlySet<string> = new Set(['case-cards', 'skill-cards']);

/** A key with what it holds: a value in snippet syntax, a text kept to the letter, lines below, or items. */
type Line = readonly [key: string, value: string | { readonly letter: string } | Items | Below];
interface Items {
  readonly items: readonly (readonly Line[])[];
}
interface Below {
  readonly below: readonly Line[];
}

function yaml(lines: readonly Line[], column: number): string {
  const indent = `\n${' '.repeat(column)}`;
  return lines
    .map(([key, value]) => {
      if (typeof value === 'string') return `${key}: ${value}`;
      if ('letter' in value) return `${key}: |-${indent}  ${value.letter}`;
      if ('items' in value)
        return `${key}:${value.items.map((item) => `${indent}  - ${yaml(item, column + 4)}`).join('')}`;
      return `${key}:${indent}  ${yaml(value.below, column + 2)}`;
    })
    .join(indent);
}

function json(lines: readonly Line[]): string {
  const members = lines.map(([key, value]) => {
    const name = JSON.stringify(key);
    if (typeof value === 'string')
      return `${name}: ${/^(?:[\d[{]|true$)/.test(value) ? value : `"${value}"`}`;
    if ('letter' in value) return `${name}: "${value.letter}"`;
    if ('items' in value) return `${name}: [${value.items.map(json).join(', ')}]`;
    return `${name}: ${json(value.below)}`;
  });
  return `{ ${members.join(', ')}\\}`.replace(/\\\}$/, ' \\}');
}

/** A place to be filled in: one of the register's keys where there are any. */
function choice(asked: Asked, at: number, register: Register, otherwise: string): string {
  const keys = [...keysOfRegister(filesAround(asked.file), register)].filter(
    (key) => !/[,|$}\\\s]/.test(key),
  );
  return keys.length === 0 ? `\${${at}:${otherwise}}` : `\${${at}|${keys.slice(0, 40).join(',')}|}`;
}

function card(asked: Asked): Line[] {
  return [
    ['case_id', '${1:C01}'],
    ['storyline', `\${2:${asked.words.snippets.storyline}}`],
    ['group_key', choice(asked, 3, 'group', 'group')],
    ['asker', choice(asked, 4, 'actor', 'actor')],
    ['turns', { items: [question(asked, 5)] }],
    ['checkpoints_raw', { letter: '[CP1·结果][必选] $0' }],
  ];
}

function skillCard(asked: Asked): Line[] {
  const skill = choice(asked, 4, 'skill', 'skill');
  const among = (at: number, words: readonly string[]): string => `\${${at}|${words.join(',')}|}`;
  return [
    ['kind', 'skill'],
    ['case_id', '${1:S01}'],
    ['title', '${2:title}'],
    ['dimension', '${3:dimension}'],
    ['skills', `[${skill}]`],
    ['coverage', among(5, [...COVERAGE_TYPES, JOINT_COVERAGE])],
    ['difficulty', among(6, ['简单', '中等', '困难'])],
    [
      'input',
      {
        below: [
          [
            'messages',
            {
              items: [
                [
                  ['role', 'user'],
                  ['text', { letter: '${7}' }],
                ],
              ],
            },
          ],
        ],
      },
    ],
    ['expected', { letter: '${8}' }],
    ['pass', { letter: '${9}' }],
    ['fail', { letter: '${10}' }],
    ['scoring', { letter: '${11:LLM-judge}' }],
    [
      'skill_config',
      {
        below: [
          ['skill_enabled', 'true'],
          ['active_skills', `[${choice(asked, 12, 'skill', 'skill')}]`],
        ],
      },
    ],
  ];
}

function question(asked: Asked, at: number): Line[] {
  const name = agentName(asked.file);
  return [
    ['turn', '1'],
    ['kind', 'query'],
    ['speaker', choice(asked, at, 'actor', 'actor')],
    ['text', { letter: `@${name === '' ? `\${${at + 1}:agent}` : escaped(name)} \${${at + 2}}` }],
  ];
}

function turns(asked: Asked): (readonly [string, readonly Line[]])[] {
  const { words, file, place } = asked;
  const number = String(Number(place.path.at(-1)) + 1);
  const name = agentName(file);
  const said = `@${name === '' ? '${2:agent}' : escaped(name)} $0`;
  const speaker = choice(asked, 1, 'actor', 'actor');
  const turn = (kind: string, text: string, more: readonly Line[] = []): Line[] => [
    ['turn', number],
    ['kind', kind],
    ['speaker', speaker],
    ['text', { letter: text }],
    ...more,
  ];
  return [
    [words.snippets.query, turn('query', said)],
    [words.snippets.inject, turn('inject', said)],
    [
      words.snippets.conditional,
      turn('npc_reply_conditional', '${3}', [['condition', { letter: `\${4:${words.snippets.condition}}` }]]),
    ],
  ];
}

function playbook(asked: Asked): Line[] {
  return [
    ['actor_key', choice(asked, 1, 'actor', 'actor')],
    ['name', '${2:name}'],
    ['role', '${3:role}'],
    ['groups', `[${choice(asked, 4, 'group', 'group')}]`],
    ['persona_prompt', { letter: '${5}' }],
    ['knowledge', '[$0]'],
  ];
}

const WORLD: readonly Line[] = [
  ['scenario_id', '${1:company}'],
  ['schema_version', '2'],
  ['label', '${2:label}'],
  [
    'render',
    {
      below: [
        ['agent_name', "'${3:Agent} #1'"],
        ['kickoff_local', "'{{D|YYYY-MM-DD\\}\\}T09:00:00+08:00'"],
        ['exec_params', '{\\}'],
      ],
    },
  ],
  ['actors', { below: [['asker', { below: [['display_name', '${4:name}']] }]] }],
  [
    'groups',
    {
      below: [
        [
          'ops',
          {
            below: [
              ['name', "'#${5:group}'"],
              ['members', '[asker]'],
            ],
          },
        ],
      ],
    },
  ],
  [
    'team_agents',
    {
      items: [
        [
          ['key', '${6:agent}'],
          ['name', "'${3:Agent} #1'"],
          ['groups', '[ops]'],
        ],
      ],
    },
  ],
];

const EVALSET: readonly Line[] = [
  ['name', '${1:name}'],
  ['version', 'V1.0'],
  ['cases', '[${2:cases/C01.case.yaml}]'],
  ['world', '${3:world/company.world.yaml}'],
];
