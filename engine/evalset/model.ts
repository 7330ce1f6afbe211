import type { Text } from './blocks/text.ts';
import type { Told } from './told.ts';
import type {
  CasesMeta,
  ChecksFile,
  CorrectionsFile,
  DepsFile,
  EvalsetFile,
  GradersFile,
  KindName,
  Playbook,
  SkillCard,
  TeamCard,
  WorldPreset,
} from '../../schemas/index.ts';

/** Where author files come from: the disk, or an editor's unsaved buffers over it. Paths are absolute. */
export interface FilePort {
  /** The text, UTF-8 decoded; as `Text` where the next state of it will be a change of this one. */
  read(path: string): Promise<string | Text>;
  /** Names in a folder, folders with a trailing `/`; empty when there is no such folder. */
  list(dir: string): Promise<readonly string[]>;
  isFile(path: string): Promise<boolean>;
}

/** Path inside a parsed value: keys and indexes. */
export type ValuePath = readonly (string | number)[];

/** Offsets in a file's text, UTF-16 units, end exclusive. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** What a location inside a file shall cover. */
export interface LocateOptions {
  /** `value` (default): the whole value. `key`: the key that introduces it. `head`: the value, but only its first line when it is a block. */
  readonly what?: 'value' | 'key' | 'head';
  /** Part of a string value, in offsets of the decoded string. */
  readonly span?: OffsetRange;
}

/** An author's file as read. `value` keeps the author's key order; nothing is filled in. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly format: 'yaml' | 'json' | 'markdown';
  readonly kind: KindName | undefined;
  readonly value: unknown;
  /** Source offsets of a place in `value`; the nearest existing parent's when the place itself does not exist. */
  locate(path: ValuePath, options?: LocateOptions): OffsetRange;
  positionAt(offset: number): Position;
}

/** A model read from a place in a file. `raw` is the author's value (hashed), `value` the checked model. */
export interface Located<T> {
  readonly file: SourceFile;
  readonly at: ValuePath;
  readonly raw: unknown;
  readonly value: T;
}

/** A whole evalset, read. */
export interface Evalset {
  /** Absolute folder. */
  readonly root: string;
  readonly name: string;
  readonly version: string;
  /** evalset.yaml; null for an exported JSON evalset. */
  readonly file: Located<EvalsetFile> | null;
  /** In the evalset's order. */
  readonly cards: readonly Located<TeamCard>[];
  /** Cards on skills, in the evalset's order. This version checks them and does not run them. */
  readonly skillCards: readonly Located<SkillCard>[];
  readonly world: Located<WorldPreset>;
  readonly npcs: readonly Located<Playbook>[];
  readonly meta: Located<CasesMeta> | null;
  readonly checks: Located<ChecksFile> | null;
  readonly deps: Located<DepsFile> | null;
  readonly corrections: Located<CorrectionsFile> | null;
  /** Transcripts that try the checks; no batch reads them. */
  readonly graders: Located<GradersFile> | null;
  /** Every file that was read, for the frozen copy. */
  readonly sources: readonly SourceFile[];
}

export type Severity = 'error' | 'warning' | 'info';

/** Something to tell the author. Positions as in the Language Server Protocol (0-based, UTF-16). */
export interface Finding {
  readonly file: string;
  readonly code: string;
  readonly severity: Severity;
  /** In English. */
  readonly message: string;
  /** The same, to be told in another language. */
  readonly told?: Told;
  /** JSON pointer of the place in the parsed file. */
  readonly pointer: string;
  readonly range: { readonly start: Position; readonly end: Position };
  /** What a fix needs to know beside code and place. */
  readonly data?: FindingData;
}

/** What the author may have meant, for a fix. */
export type FindingData =
  /** The word at the range is most likely this one. */
  | { readonly kind: 'misspelt'; readonly meant: string }
  /** The text at the range was meant to be a text, and lacks its quotes. */
  | { readonly kind: 'unquoted' }
  /** The map at the pointer lacks a key. */
  | { readonly kind: 'missing-key'; readonly key: string }
  /** The key is in no register; `meant` is one that is. */
  | {
      readonly kind: 'dangling';
      readonly register: string;
      readonly key: string;
      readonly meant: string | undefined;
    }
  /** A conditional line that the checks sidecar says nothing of. */
  | {
      readonly kind: 'no-rule';
      readonly caseId: string;
      readonly rule: string;
      readonly actor: string;
    }
  | PinData
  /** A compiled text that does not follow from its source. `text`: what the source gives. */
  | {
      readonly kind: 'script';
      readonly text: string;
      /** The same change in the card: characters to put into a span of its text at a JSON pointer. */
      readonly source?: {
        readonly caseId: string;
        readonly field: string;
        readonly text: string;
        readonly span: OffsetRange;
        readonly put: string;
      };
    }
  /** The characters in the span of the text were meant to be these, or nothing. */
  | { readonly kind: 'characters'; readonly meant: string; readonly span: OffsetRange };

/** Something that is not as in the pinned version. */
export interface PinData {
  readonly kind: 'pin';
  /** The whole text at the pointer as it is pinned; absent where more or less than a text differs. */
  readonly text?: string;
  /** Where the pin has it. */
  readonly where?: { readonly file: string; readonly range: Finding['range'] } | undefined;
}
