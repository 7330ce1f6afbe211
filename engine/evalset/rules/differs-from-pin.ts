import type { KindName } from '../../../schemas/kinds.ts';
import { inFile, type FileUnit } from '../file-unit.ts';
import type { Finding, PinData, Severity, ValuePath } from '../model.ts';
import { changeTold, shownSpan } from '../pin/change.ts';
import { compareTexts, type CardDifference } from '../pin/compare.ts';
import { cardHash } from '../pin/make.ts';
import { pinIndexOf, type PinIndex, type Pinned, type Pinning } from '../pin/pin-index.ts';
import { letterTexts } from '../pin/texts.ts';
import type { SourceDocument } from '../source.ts';
import { tell, type Told } from '../told.ts';
import type { EvalsetView } from '../view.ts';
import { Findings, type EvalsetRule } from './rule.ts';

const CODE = 'differs-from-pin';

/** What cards are held against, and what is said of every difference: the pinned version, and what may be done. */
interface Held {
  readonly pinning: Pinning;
  readonly index: PinIndex;
  readonly version: string;
  readonly severity: Severity;
  readonly way: Told;
}

/**
 * `differs-from-pin`: what is no longer as in the pinned version, at the characters that differ. As long as the evalset
 * claims to be that version it is an error; under the name of a new version, which is still to be pinned, a warning.
 */
export const differsFromPin: EvalsetRule = (view) => {
  const { pin, memo } = view;
  const file = view.files.find(({ document }) => document === pin?.file);
  if (pin === null || file === undefined) return [];
  const pinning = memo.pinning.of({ pin: pin.value, file, now: view.file?.value.version });
  const index = memo.pinIndex.of(pin.value, () => pinIndexOf(pin.value));
  const held = { pinning, index, version: pin.value.version, ...sayingOf(pinning) };
  const found: Finding[] = [];
  for (const { kind, units } of view.files) {
    const card = kind === undefined ? undefined : CARDS[kind];
    if (card === undefined) continue;
    for (const unit of units) {
      if (unit.state !== 'good') continue;
      const findings = memo.pinned.of(pinning, unit.document, () => differencesIn(unit.document, card, held));
      for (const finding of findings) found.push(inFile(unit, finding));
    }
  }
  return [...found, ...order(view, held)];
};

interface CardForm {
  readonly kind: 'case-card' | 'skill-card' | 'npc-playbook';
  readonly id: 'case_id' | 'actor_key';
}

const TEAM: CardForm = { kind: 'case-card', id: 'case_id' };
const SKILL: CardForm = { kind: 'skill-card', id: 'case_id' };
const NPC: CardForm = { kind: 'npc-playbook', id: 'actor_key' };
const CARDS: Partial<Record<KindName, CardForm>> = {
  'case-card': TEAM,
  'case-cards': TEAM,
  'skill-card': SKILL,
  'skill-cards': SKILL,
  'npc-playbook': NPC,
  'npc-playbooks': NPC,
};

function sayingOf({ pin: { version }, now }: Pinning): Pick<Held, 'severity' | 'way'> {
  if (now === undefined)
    return { severity: 'error', way: tell`Restore what is pinned, or pin a new version.` };
  return now === version
    ? {
        severity: 'error',
        way: tell`Restore what is pinned, or accept it as a new version: evalset.yaml still says ${version}, so give it a new name there, and pin it.`,
      }
    : { severity: 'warning', way: tell`Restore what is pinned, or pin it as version ${now}.` };
}

/** The findings of a part's document: a card or playbook, or a list of them that was read whole. */
function differencesIn(file: SourceDocument, form: CardForm, held: Held): readonly Finding[] {
  const findings = new Findings();
  const { version, severity, way, index } = held;
  const all: readonly unknown[] = Array.isArray(file.value) ? file.value : [file.value];
  all.forEach((card, i) => {
    const at: ValuePath = Array.isArray(file.value) ? [i] : [];
    const id = typeof card === 'object' && card !== null ? (card as Record<string, unknown>)[form.id] : null;
    // A card without its id is told of by its shape.
    if (typeof id !== 'string') return;
    const pinned = (form === NPC ? index.npcs : index.cases).get(id);
    if (pinned !== undefined) {
      for (const difference of differencesOf(form, card, pinned))
        report(findings, file, at, form, pinned, difference, held);
      return;
    }
    findings.add(
      severity,
      CODE,
      { file, at: [...at, form.id] },
      tell`The pinned version ${version} does not have this. ${way}`,
      { kind: 'pin' },
    );
  });
  return findings.list;
}

function differencesOf({ kind }: CardForm, raw: unknown, pinned: Pinned): readonly CardDifference[] {
  if (cardHash(raw) === pinned.hash) return [];
  const texts = compareTexts(pinned.texts, letterTexts(kind, raw));
  return texts.length > 0 ? texts : [{ what: 'other' }];
}

function report(
  findings: Findings,
  file: SourceDocument,
  at: ValuePath,
  form: CardForm,
  pinned: Pinned,
  difference: CardDifference,
  { version, severity, way, pinning }: Held,
): void {
  switch (difference.what) {
    case 'text': {
      const { at: path, pointer, now, span } = difference;
      findings.add(
        severity,
        CODE,
        { file, at: [...at, ...path], locate: { span: shownSpan(now, span) } },
        tell`This is not the text of the pinned version ${version}: ${changeTold(difference)}. ${way}`,
        { kind: 'pin', text: difference.pinned, where: whereIn(pinning, pinned, pointer) },
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
      const path = difference.at.length === 0 ? [form.id] : difference.at;
      findings.add(
        severity,
        CODE,
        { file, at: [...at, ...path], locate: { what: 'key' } },
        tell`The pinned version ${version} has more here: “${clip(difference.text)}” (${difference.pointer}) is missing. ${way}`,
        { kind: 'pin', where: whereIn(pinning, pinned, difference.pointer) },
      );
      return;
    }
    case 'other':
      findings.add(
        severity,
        CODE,
        { file, at: [...at, form.id] },
        tell`All texts are those of the pinned version ${version}, but something else here is not (a key, its value, or the order of keys). ${way}`,
        { kind: 'pin' },
      );
  }
}

/** Where the pin has a text. */
function whereIn({ file }: Pinning, pinned: Pinned, pointer: string): PinData['where'] {
  const holds = ({ at }: FileUnit): boolean => at.every((step, i) => pinned.at[i] === step);
  const unit = file.units.find(holds);
  if (unit === undefined) return undefined;
  const { document, inside, at, line } = unit;
  const place = document.locate([...inside, ...pinned.at.slice(at.length), 'texts', pointer], {
    what: 'key',
  });
  const positionOf = (offset: number) => {
    const position = document.positionAt(offset);
    return at.length === 0 ? position : { ...position, line: position.line + line };
  };
  return {
    file: file.document.path,
    range: { start: positionOf(place.from), end: positionOf(place.to) },
  };
}

/** Cases that only the pin has, and their order. Nothing is held to be missing while a file cannot be read. */
function order(view: EvalsetView, { index, version, severity, way }: Held): readonly Finding[] {
  const findings = new Findings();
  if (!view.casesKnown || view.excerpts.size > 0) return findings.list;
  const first = view.cards[0] ?? view.skillCards[0];
  const place =
    view.file !== null
      ? { file: view.file.file, at: ['cases'], locate: { what: 'key' } as const }
      : first === undefined
        ? null
        : { file: first.file, at: [], locate: { what: 'head' } as const };
  if (place === null) return findings.list;
  const add = (message: Told): void => findings.add(severity, CODE, place, message, { kind: 'pin' });
  const pinned = [...index.cases.keys()];
  const gone = pinned.filter((id) => !view.caseIds.has(id));
  if (gone.length > 0) add(tell`The pinned version ${version} also has ${clip(gone.join(', '))}. ${way}`);
  const now = [...view.cards, ...view.skillCards].map(({ value }) => value.case_id);
  const both = new Set(now);
  const wanted = pinned.filter((id) => both.has(id));
  const inOrder = now.filter((id) => index.cases.has(id));
  const odd = inOrder.find((id, i) => wanted[i] !== id);
  if (odd !== undefined && inOrder.length === wanted.length)
    add(tell`The cases stand in another order than in the pinned version ${version}, from ${odd} on. ${way}`);
  return findings.list;
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
