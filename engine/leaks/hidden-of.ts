import path from 'node:path';
import type { Evalset, SourceFile, ValuePath } from '../evalset/index.ts';
import { pointerOf } from '../evalset/pointer.ts';
import type { HiddenText } from './model.ts';
import { stringsIn } from './strings.ts';

/** Keys of an evalset's files whose texts are names, numbers and words of the format: nothing to be kept from anyone. */
const FORMAT = new Set([
  'kind',
  'case_id',
  'storyline',
  'group_key',
  'asker',
  'actor',
  'actor_key',
  'speaker',
  'name',
  'name_cn',
  'groups',
  'npc_involved',
  'rw_type',
  'difficulty',
  'tac_dims',
  'functional_domain',
  'seed_refs',
  'write_targets',
  'cross_group',
  'source',
]);
/** What a right answer says or does, beside what is said of it. */
const ANSWERS = new Set(['checks', 'graders']);
/** Parts of a world that stay with the harness; all the rest of it is seeded. */
const INSIDE_WORLD = new Set(['note', 'reason', 'claims']);

/**
 * The texts of a frozen evalset that no agent may know: cards (their questions until they are asked), playbooks, checks,
 * dependencies, corrections, reference answers, the notes of the world. Each as written, and with its dates.
 * @param root folder of the evalset, as `file` of a place is told relative to: the batch folder
 */
export function hiddenTexts(evalset: Evalset, root: string, render: (text: string) => string): HiddenText[] {
  const texts: HiddenText[] = [];
  const add = (
    file: SourceFile,
    at: ValuePath,
    text: string,
    kind: HiddenText['kind'],
    caseId?: string,
  ): void => {
    const place = {
      file: path.relative(root, file.path).split(path.sep).join('/'),
      pointer: pointerOf(at),
      ...(caseId === undefined ? {} : { case_id: caseId }),
    };
    const rendered = render(text);
    texts.push({ kind, text, place });
    if (rendered !== text) texts.push({ kind, text: rendered, place });
  };
  for (const { file, at, value } of evalset.cards)
    for (const found of stringsIn(value, at, FORMAT)) add(file, found.at, found.text, 'text', value.case_id);
  for (const { file, at, value } of evalset.npcs)
    for (const found of stringsIn(value, at, FORMAT)) add(file, found.at, found.text, 'text');
  for (const part of [evalset.checks, evalset.deps, evalset.corrections, evalset.graders]) {
    if (part === null) continue;
    for (const [key, value] of Object.entries(part.value)) {
      const kind = ANSWERS.has(key) ? 'answer' : 'text';
      for (const found of stringsIn(value, [...part.at, key])) add(part.file, found.at, found.text, kind);
    }
  }
  const { file, at, value } = evalset.world;
  for (const found of stringsIn(value, at))
    if (found.at.some((step) => INSIDE_WORLD.has(String(step)))) add(file, found.at, found.text, 'text');
  return texts;
}
