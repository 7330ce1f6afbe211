import type { PinFile } from '../../../schemas/index.ts';
import { authorJson, evalsetHash, sha256Hex } from '../hash.ts';
import type { Located } from '../model.ts';
import type { EvalsetView } from '../view.ts';
import { pinnedTexts } from './texts.ts';

/** The pin of an evalset as it stands. Cards of teams come before those on skills. */
export function pinOf(view: EvalsetView, version: string): PinFile {
  const { cards, skillCards, npcs } = view;
  return {
    version,
    hash: evalsetHash([...cards, ...skillCards].map(({ raw }) => raw)),
    cases: [
      ...cards.map((card) => ({ case_id: card.value.case_id, ...textsOf('case-card', card) })),
      ...skillCards.map((card) => ({ case_id: card.value.case_id, ...textsOf('skill-card', card) })),
    ],
    ...(npcs.length === 0
      ? {}
      : {
          npcs: npcs.map((npc) => ({ actor_key: npc.value.actor_key, ...textsOf('npc-playbook', npc) })),
        }),
  };
}

function textsOf(kind: 'case-card' | 'skill-card' | 'npc-playbook', { raw }: Located<unknown>) {
  return { hash: cardHash(raw), texts: pinnedTexts(kind, raw) };
}

/** Hash of one card or playbook as its author wrote it. */
export const cardHash = (raw: unknown): string => sha256Hex(authorJson(raw));

/** A pin as it is written: the same pin always gives the same bytes. */
export function pinText(pin: PinFile): string {
  return `${JSON.stringify(pin, null, 2).replace(UNSEEN, escaped)}\n`;
}

/** What a person would not see in a comparison of two pins; line feeds are the file's own. */
const UNSEEN = /[^\P{Z} ]|\p{Cf}|\u034F|[\u007F-\u009F\u115F\u1160\u3164\uFFA0]|[\uFE00-\uFE0F]/gu;

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}
