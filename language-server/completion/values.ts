import { CompletionItemKind } from 'vscode-languageserver';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { COVERAGE_TYPES, JOINT_COVERAGE } from '../../schemas/index.ts';
import { ASKER, BUILT_IN_JUDGES, type Register } from '../../engine/evalset/index.ts';
import { filesAround, keysOfRegister } from '../keys/occurrences.ts';
import { detailOf, worldOf } from '../keys/world.ts';
import { fieldsOf, listOf, textOf } from '../outline/values.ts';
import { describe } from '../schema/describe.ts';
import type { Asked, Proposal } from './asked.ts';
import { written } from './write.ts';

/** Values that the model of the place allows, and keys that it may be looked up by. `wrap`: what is put around. */
export function valueProposals(
  asked: Asked,
  models: readonly $ZodType[],
  wrap = (value: string): string => value,
): Proposal[] {
  const about = describe(models);
  if (about === null) return [];
  const space = asked.text.charAt(asked.place.from - 1) === ':' && asked.place.style !== 'json' ? ' ' : '';
  const put = (
    value: string | number | boolean | null,
    kind: CompletionItemKind,
    detail: string,
    data?: unknown,
  ): Proposal => ({
    label: String(value),
    kind,
    detail,
    insert: space + wrap(written(asked, value)),
    ...(data === undefined ? {} : { data }),
  });
  const { file } = asked;
  const flags = models.some((model) => (model as $ZodTypes)._zod.def.type === 'boolean') ? [true, false] : [];
  const register = about.refers as Register | undefined;
  const world = worldOf(file);
  const keys = (of: Register): Proposal[] =>
    [...keysOfRegister(filesAround(file), of)].map((key) =>
      put(key, CompletionItemKind.Reference, detailOf(world, of, key), { uri: file.uri, register: of, key }),
    );
  return inOrder([
    ...about.choices.map((choice) => put(choice, CompletionItemKind.EnumMember, '')),
    ...flags.map((flag) => put(flag, CompletionItemKind.Value, '')),
    ...(register === undefined ? [] : keys(register)),
    ...(register === 'actor' && asked.kind === 'world-preset' && !(ASKER in fieldsOf(world['actors']))
      ? [put(ASKER, CompletionItemKind.Keyword, asked.words.whoeverAsks)]
      : []),
    ...(isAuthor(asked)
      ? [
          put('agent', CompletionItemKind.Keyword, ''),
          put('any', CompletionItemKind.Keyword, ''),
          ...keys('actor'),
        ]
      : []),
    ...taxonomy(asked).map((value) => put(value, CompletionItemKind.Value, '')),
    ...coverages(asked).map((value) => put(value, CompletionItemKind.Value, '')),
    ...judgesOf(asked).map((value) => put(value, CompletionItemKind.Reference, '')),
    ...agentsOf(asked).map((value) => put(value, CompletionItemKind.Reference, '')),
    ...factsOf(asked).map(([id, text]) => put(id, CompletionItemKind.Reference, text)),
  ]);
}

const inOrder = (proposals: Proposal[]): Proposal[] =>
  proposals.map((proposal, i) => ({ ...proposal, sortText: String(i).padStart(5, '0') }));

function isAuthor({ kind, place: { path } }: Asked): boolean {
  const holder = path.at(-2);
  return kind === 'checks' && path.at(-1) === 'author' && (holder === 'message' || holder === 'absent');
}

/** Values of a dimension that the metadata lists, in a card and in the metadata. */
function taxonomy({ file, kind, place: { path } }: Asked): string[] {
  if (!['case-card', 'case-cards', 'cases-meta'].includes(kind) || path[0] === 'taxonomy') return [];
  const dimension = path.findLast((step) => typeof step === 'string');
  const meta = filesAround(file).find((item) => item.kind === 'cases-meta');
  const values = fieldsOf(fieldsOf(meta?.document.value)['taxonomy']);
  const name = String(dimension).replace(/_secondary$/, '');
  return Object.hasOwn(values, name)
    ? listOf(values[name])
        .map(textOf)
        .filter((value) => value !== '')
    : [];
}

/** How much of a task a skill may cover, in a card on a skill. */
function coverages({ kind, place: { path } }: Asked): readonly string[] {
  return kind.startsWith('skill-card') && path.at(-1) === 'coverage'
    ? [...COVERAGE_TYPES, JOINT_COVERAGE]
    : [];
}

/** Judges, where the first or the second one is named. */
function judgesOf({ file, kind, place: { path } }: Asked): string[] {
  if (kind !== 'evalset' || path.length !== 1) return [];
  if (path[0] !== 'default_judge' && path[0] !== 'second_judge') return [];
  const defined = Object.keys(fieldsOf(fieldsOf(file.loaded.document.value)['judges']));
  return path[0] === 'default_judge' ? [...BUILT_IN_JUDGES, ...defined] : defined;
}

/** Agents under test, where one of them is named. */
function agentsOf({ file, kind, place: { path } }: Asked): string[] {
  if (kind !== 'evalset' || path.length !== 1 || path[0] !== 'default_agent') return [];
  return Object.keys(fieldsOf(fieldsOf(file.loaded.document.value)['agents']));
}

/** Facts that the cases leave on which the case of a branch rests: the branch is for one of them. */
function factsOf({ file, kind, place: { path } }: Asked): (readonly [id: string, text: string])[] {
  if (kind !== 'deps' || path[2] !== 'branches' || path.at(-1) !== 'fact') return [];
  const cases = fieldsOf(fieldsOf(file.loaded.document.value)['cases']);
  const others = listOf(fieldsOf(cases[String(path[1])])['depends_on']).map(textOf);
  return others.flatMap((other) =>
    listOf(fieldsOf(cases[other])['leaves_facts'])
      .map(fieldsOf)
      .map((fact) => [textOf(fact['id']), textOf(fact['text'])] as const),
  );
}
