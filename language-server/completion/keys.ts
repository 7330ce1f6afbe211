import { CompletionItemKind } from 'vscode-languageserver';
import { keysOf, parseCheckpoints, plansAt, SCHEMA_WORDS } from '../../engine/evalset/index.ts';
import { detailOf, cardOf, worldOf } from '../keys/world.ts';
import { keysOfRegister, filesAround } from '../keys/occurrences.ts';
import { fieldsOf, listOf, textOf } from '../outline/values.ts';
import { describe } from '../schema/describe.ts';
import { formOf, membersOf } from '../schema/members.ts';
import { modelsAt } from '../schema/walk.ts';
import { comma, commaBefore, keyWritten } from './write.ts';
import type { Asked, Proposal } from './asked.ts';

/** Keys that the map at the place may have and has not, those that it must have first. */
export function keyProposals(asked: Asked, lead = ''): Proposal[] {
  const { models, place, words } = asked;
  const tail = comma(asked);
  const before = commaBefore(asked);
  return membersOf(models)
    .filter(({ key }) => !place.present.has(key))
    .map(({ key, model, required }, i) => {
      const about = describe(modelsAt(model, undefined, []));
      const form = formOf(model);
      const insert = keyWritten(asked, key, form, lead) + tail;
      return {
        label: key,
        kind: CompletionItemKind.Property,
        detail: [about?.title ?? about?.type ?? '', ...(required ? [words.required1] : [])].join(' · '),
        ...(about?.text === undefined ? {} : { documentation: about.text }),
        sortText: `${required ? 0 : 1}${String(i).padStart(3, '0')}`,
        insert,
        snippet: true,
        ...(before === null ? {} : { data: { comma: before } }),
        ...(['choice', 'flag', 'list', 'map', 'maps'].includes(form) && !place.colon
          ? { command: { title: '', command: 'editor.action.triggerSuggest' } }
          : {}),
      };
    });
}

/** Keys of a map whose keys are looked up: cases of a sidecar, points of a case. */
export function lookedUpKeys(asked: Asked): Proposal[] {
  const { file, kind, place } = asked;
  const { register, role } = keysOf(plansAt(kind, place.path));
  const put = (key: string, detail: string, i: number): Proposal => ({
    label: key,
    kind: CompletionItemKind.Reference,
    detail,
    sortText: String(i).padStart(5, '0'),
    insert:
      keyWritten(
        asked,
        key,
        kind !== 'evalset' && (kind === 'deps' || place.path.length < 3) ? 'map' : 'text',
      ) + comma(asked),
    snippet: true,
  });
  if (register !== undefined && role === 'reference') {
    const world = worldOf(file);
    return [...keysOfRegister(filesAround(file), register)]
      .filter((key) => !place.present.has(key))
      .map((key, i) => ({
        ...put(key, detailOf(world, register, key), i),
        data: { uri: file.uri, register, key },
      }));
  }
  if (kind === 'evalset' && place.path.length === 1 && place.path[0] === 'schemas')
    return SCHEMA_WORDS.filter(([word]) => !place.present.has(word)).map(([word, detail], i) =>
      put(word, detail, i),
    );
  const [part, id, of] = place.path;
  const inChecks = kind === 'checks' && place.path.length === 2;
  const inBranches = kind === 'deps' && place.path.length === 3 && of === 'branches';
  const card = inChecks || inBranches ? cardOf(file, String(id)) : null;
  if (card === null) return [];
  const points: readonly (readonly [string, string])[] =
    inBranches || part === 'checks'
      ? parseCheckpoints(textOf(card['checkpoints_raw'])).points.map(({ id: point, text }) => [point, text])
      : listOf(card['turns'])
          .map(fieldsOf)
          .filter((turn) => turn['kind'] === 'npc_reply_conditional')
          .map((turn, i) => [`cond${i + 1}`, textOf(turn['condition'])]);
  return points.filter(([key]) => !place.present.has(key)).map(([key, text], i) => put(key, text, i));
}
