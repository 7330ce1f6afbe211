import { Kept } from '../kept.ts';
import type { Located, PinData, Severity } from '../model.ts';
import { changeTold, shownSpan } from '../pin/change.ts';
import { compareTexts, type CardDifference } from '../pin/compare.ts';
import { cardHash } from '../pin/make.ts';
import { pinIndexOf, type Pinned } from '../pin/pin-index.ts';
import { letterTexts } from '../pin/texts.ts';
import { tell, type Told } from '../told.ts';
import type { EvalsetView } from '../view.ts';
import { Findings, type EvalsetRule } from './rule.ts';

type CardKind = 'case-card' | 'skill-card' | 'npc-playbook';

/** What is said of every difference: the pinned version, and what may be done. */
interface Saying {
  readonly version: string;
  readonly severity: Severity;
  readonly way: Told;
}

/**
 * `differs-from-pin`: what is no longer as in the pinned version, at the characters that differ. As long as the evalset
 * claims to be that version it is an error; under the name of a new version, which is still to be pinned, a warning.
 */
export const differsFromPin: EvalsetRule = (view) => {
  const findings = new Findings();
  const { pin, memo } = view;
  if (pin === null) return findings.list;
  const index = memo.pinIndex.of(pin.value, () => pinIndexOf(pin.value));
  const known = memo.pinned.of(pin.value, () => new Kept());
  const say = sayingOf(view, pin.value.version);
  const look = (card: Located<unknown>, kind: CardKind, pinned: Pinned | undefined, idKey: string): void => {
    if (pinned === undefined) {
      findings.add(
        say.severity,
        CODE,
        { file: card.file, at: [...card.at, idKey] },
        tell`The pinned version ${say.version} does not have this. ${say.way}`,
        { kind: 'pin' },
      );
      return;
    }
    const differences = known.of(card.raw, () => differencesOf(kind, card.raw, pinned));
    for (const difference of differences) report(findings, view, card, pinned, difference, say, idKey);
  };
  for (const card of view.cards) look(card, 'case-card', index.cases.get(card.value.case_id), 'case_id');
  for (const card of view.skillCards)
    look(card, 'skill-card', index.cases.get(card.value.case_id), 'case_id');
  for (const npc of view.npcs) look(npc, 'npc-playbook', index.npcs.get(npc.value.actor_key), 'actor_key');
  order(findings, view, [...index.cases.keys()], say);
  return findings.list;
};

const CODE = 'differs-from-pin';

function sayingOf({ file }: EvalsetView, version: string): Saying {
  const now = file?.value.version;
  if (now === undefined)
    return { version, severity: 'error', way: tell`Restore what is pinned, or pin a new version.` };
  return now === version
    ? {
        version,
        severity: 'error',
        way: tell`Restore what is pinned, or accept it as a new version: evalset.yaml still says ${version}, so give it a new name there, and pin it.`,
      }
    : { version, severity: 'warning', way: tell`Restore what is pinned, or pin it as version ${now}.` };
}

function differencesOf(kind: CardKind, raw: unknown, pinned: Pinned): readonly CardDifference[] {
  if (cardHash(raw) === pinned.hash) return [];
  const texts = compareTexts(pinned.texts, letterTexts(kind, raw));
  return texts.length > 0 ? texts : [{ what: 'other' }];
}

function report(
  findings: Findings,
  { pin }: EvalsetView,
  { file, at }: Located<unknown>,
  pinned: Pinned,
  difference: CardDifference,
  { version, severity, way }: Saying,
  idKey: string,
): void {
  const where = (pointer: string): PinData['where'] => {
    if (pin === null) return undefined;
    const { from, to } = pin.file.locate([...pinned.at, 'texts', pointer], { what: 'key' });
    return {
      file: pin.file.path,
      range: { start: pin.file.positionAt(from), end: pin.file.positionAt(to) },
    };
  };
  switch (difference.what) {
    case 'text': {
      const { at: path, pointer, now, span } = difference;
      findings.add(
        severity,
        CODE,
        { file, at: [...at, ...path], locate: { span: shownSpan(now, span) } },
        tell`This is not the text of the pinned version ${version}: ${changeTold(difference)}. ${way}`,
        { kind: 'pin', text: difference.pinned, where: where(pointer) },
      );
      return;
    }
    case 'added':
      findings.add(
        severity,
        CODE,
        { file, at: [...at, ...difference.at], locate: { what: 'key' } },
        tell`The pinned version ${version} does not have this. ${way}`,
        { kind: 'pin' },
      );
      return;
    case 'removed': {
      const path = difference.at.length === 0 ? [idKey] : difference.at;
      findings.add(
        severity,
        CODE,
        { file, at: [...at, ...path], locate: { what: 'key' } },
        tell`The pinned version ${version} has more here: “${clip(difference.text)}” (${difference.pointer}) is missing. ${way}`,
        { kind: 'pin', where: where(difference.pointer) },
      );
      return;
    }
    case 'other':
      findings.add(
        severity,
        CODE,
        { file, at: [...at, idKey] },
        tell`All texts are those of the pinned version ${version}, but something else here is not (a key, its value, or the order of keys). ${way}`,
        { kind: 'pin' },
      );
  }
}

/** Cases that only the pin has, and their order. Nothing is held to be missing while a file cannot be read. */
function order(findings: Findings, view: EvalsetView, pinned: readonly string[], say: Saying): void {
  if (!view.casesKnown || view.excerpts.size > 0) return;
  const first = view.cards[0] ?? view.skillCards[0];
  const place =
    view.file !== null
      ? { file: view.file.file, at: ['cases'], locate: { what: 'key' } as const }
      : first === undefined
        ? null
        : { file: first.file, at: [], locate: { what: 'head' } as const };
  if (place === null) return;
  const gone = pinned.filter((id) => !view.caseIds.has(id));
  const { version, severity, way } = say;
  if (gone.length > 0)
    findings.add(
      severity,
      CODE,
      place,
      tell`The pinned version ${version} also has ${clip(gone.join(', '))}. ${way}`,
      { kind: 'pin' },
    );
  const now = [...view.cards, ...view.skillCards].map(({ value }) => value.case_id);
  const both = new Set(now);
  const wanted = pinned.filter((id) => both.has(id));
  const known = new Set(wanted);
  const inOrder = now.filter((id) => known.has(id));
  const odd = inOrder.find((id, i) => wanted[i] !== id);
  if (odd !== undefined && inOrder.length === wanted.length)
    findings.add(
      severity,
      CODE,
      place,
      tell`The cases stand in another order than in the pinned version ${version}, from ${odd} on. ${way}`,
      { kind: 'pin' },
    );
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
