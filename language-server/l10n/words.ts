import { isSimplifiedChinese, type Register, type Sentences } from '../../engine/evalset/index.ts';
import { en } from './en.ts';
import { zhCn } from './zh-cn.ts';

/** What the server says in the editor. */
export interface Words {
  /** The words of findings; undefined is English. */
  readonly findings: Sentences | undefined;
  readonly runCase: string;
  readonly required: (count: number) => string;
  readonly deductions: (count: number) => string;
  readonly vetoes: (count: number) => string;
  readonly gates: (ids: readonly string[]) => string;
  readonly moreFindings: (count: number) => string;
  readonly noPoints: string;
  readonly actors: string;
  readonly groups: string;
  readonly assets: string;
  readonly agents: string;
  readonly checkpoints: string;
  /** A key of a register, in the singular. */
  readonly registers: Readonly<Record<Register, string>>;
  readonly renameFixed: (key: string) => string;
  readonly renameSkill: (key: string) => string;
  readonly renameUnsafe: (name: string) => string;
  readonly renameTaken: (register: string, name: string) => string;
  readonly renameBroken: (file: string) => string;
  readonly renameFrozen: string;
  /** Monday first. */
  readonly weekdays: readonly string[];
  readonly required1: string;
  readonly whoeverAsks: string;
  readonly tags: Readonly<
    Record<'result' | 'process' | 'required' | 'gate' | 'and' | 'deduction' | 'veto' | 'protocol', string>
  >;
  readonly snippets: Readonly<
    Record<
      | 'card'
      | 'query'
      | 'inject'
      | 'conditional'
      | 'world'
      | 'playbook'
      | 'evalset'
      | 'skill'
      | 'skillCard'
      | 'storyline'
      | 'condition',
      string
    >
  >;
  /** Where dates come from: the world's evaluation day, or today. */
  readonly onDay0: (day: string) => string;
  readonly onToday: (day: string) => string;
  readonly fixes: {
    readonly block: string;
    readonly quote: string;
    readonly strip: string;
    readonly commentIn: string;
    readonly commentOut: string;
    readonly change: (word: string) => string;
    readonly add: (key: string) => string;
    readonly removeSecond: (key: string) => string;
    readonly makeActor: (key: string) => string;
    readonly makeGroup: (key: string) => string;
    readonly addRule: (rule: string) => string;
    /** The pinned version comes back, or what stands here becomes one. */
    readonly restore: (version: string) => string;
    readonly accept: (version: string) => string;
    readonly acceptNew: string;
    readonly showDiff: (version: string) => string;
    /** The compiled text becomes again what the source gives. */
    readonly restoreScript: string;
    readonly acceptScript: (caseId: string) => string;
    readonly removeUnseen: string;
    readonly writeSpace: string;
    readonly writeLineFeed: string;
    readonly all: string;
  };
}

/** The words of a locale as VS Code names it (`en`, `zh-cn`); English for what is not translated. */
export function wordsOf(locale: unknown): Words {
  return isSimplifiedChinese(locale) ? zhCn : en;
}
