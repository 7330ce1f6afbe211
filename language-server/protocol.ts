import { NotificationType0, RequestType, RequestType0, type Range } from 'vscode-languageserver-protocol';

/** Client to server: the cases of one open file, for lenses, verdicts in the source, and tests. */
export interface CasesOfFile {
  readonly uri: string;
}
export interface CheckpointInFile {
  readonly id: string;
  /** The line to the letter, as the parsed text has it. */
  readonly text: string;
  /** Source range of the whole line inside its file: in JSON, inside the string. */
  readonly range: Range;
}
export interface CaseInFile {
  readonly id: string;
  /** First line of the first question. */
  readonly title: string;
  readonly storyline: string;
  readonly group: string;
  /** The value of `case_id`. */
  readonly idRange: Range;
  /** The whole card. */
  readonly range: Range;
  /** sha256 of the card's `JSON.stringify` in the author's key order: equal to that of a frozen copy. */
  readonly hash: string;
  readonly checkpoints: readonly CheckpointInFile[];
}
export interface CasesInFile {
  /** Version of the buffer that was read. */
  readonly version: number | null;
  /** Folder of the evalset that the file belongs to; null for a lone file. */
  readonly root: string | null;
  readonly cases: readonly CaseInFile[];
}
export const casesOfFile = new RequestType<CasesOfFile, CasesInFile, void>('sundowner/casesOfFile');

/** Client to server: every evalset of the workspace with its cases, without opening a file in an editor. */
export interface EvalsetOutline {
  /** Absolute folder. */
  readonly root: string;
  readonly name: string;
  readonly version: string;
  /** `evalset.yaml`, or `evalset/cases.json`. */
  readonly file: string;
  readonly cases: readonly CaseOutline[];
  /** First error that keeps the evalset from being run, if one does. */
  readonly error: string | null;
}
export interface CaseOutline {
  readonly id: string;
  readonly title: string;
  readonly storyline: string;
  readonly group: string;
  readonly groupName: string;
  readonly uri: string;
  readonly idRange: Range;
  /** The whole card. */
  readonly range: Range;
}
export const evalsets = new RequestType0<EvalsetOutline[], void>('sundowner/evalsets');

/** Server to client: an evalset, or the set of them, changed; ask again. */
export const evalsetsChanged = new NotificationType0('sundowner/evalsetsChanged');

/** Client to server: errors that keep a case of this evalset from being run, with unsaved buffers. Rejects when the check itself failed. */
export interface CheckBeforeRun {
  readonly root: string;
}
export interface Hindrance {
  readonly uri: string;
  readonly range: Range;
  readonly message: string;
  readonly code: string;
}
export const checkBeforeRun = new RequestType<CheckBeforeRun, Hindrance[], void>('sundowner/checkBeforeRun');

/** Commands of the extension that quick fixes name, for clients that have them. */
export const PIN_EVALSET = 'sundowner.pinEvalset';
export const SHOW_PIN_DIFF = 'sundowner.showPinDiff';

/** Client to server: what is pinned of an evalset, with unsaved buffers, and what its version is now. */
export interface PinOfEvalset {
  /** Absolute folder. */
  readonly root: string;
}
export interface PinState {
  /** The version that evalset.yaml names; null where nothing does. */
  readonly version: string | null;
  readonly versionAt: { readonly uri: string; readonly range: Range } | null;
  /** The version that is pinned; null where none is. */
  readonly pinned: string | null;
  /** Whether the evalset differs from what is pinned under its version's name. */
  readonly taken: boolean;
  /** First error that keeps the evalset from being pinned, if one does. */
  readonly hindrance: string | null;
}
export const pinState = new RequestType<PinOfEvalset, PinState, void>('sundowner/pinState');

/** Client to server: a file as it would be with every pinned text put back; null where nothing is pinned. */
export interface PinnedText {
  readonly version: string;
  readonly text: string;
}
export const pinnedText = new RequestType<CasesOfFile, PinnedText | null, void>('sundowner/pinnedText');
