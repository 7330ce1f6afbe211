import path from 'node:path';
import type {
  CasesMeta,
  ChecksFile,
  CorrectionsFile,
  DepsFile,
  EvalsetFile,
  KindName,
  PinFile,
  Playbook,
  SkillCard,
  SkillFile,
  TeamCard,
  WorldPreset,
} from '../../schemas/index.ts';
import { EvalsetMemo } from './evalset-memo.ts';
import { entries, whole } from './load.ts';
import type { LoadedFile } from './load-file.ts';
import type { Located } from './model.ts';
import type { SourceDocument } from './source.ts';

/** What the rules of an evalset look at: everything that could be read, even when other files have errors. */
export interface EvalsetView {
  readonly files: readonly LoadedFile[];
  readonly file: Located<EvalsetFile> | null;
  readonly cards: readonly Located<TeamCard>[];
  readonly skillCards: readonly Located<SkillCard>[];
  /** By the names of their folders. */
  readonly skills: ReadonlyMap<string, Located<SkillFile>>;
  /** Names of all skills, also of those whose file has errors. */
  readonly skillNames: ReadonlySet<string>;
  readonly world: Located<WorldPreset> | null;
  readonly npcs: readonly Located<Playbook>[];
  readonly meta: Located<CasesMeta> | null;
  readonly checks: Located<ChecksFile> | null;
  readonly deps: Located<DepsFile> | null;
  readonly corrections: Located<CorrectionsFile> | null;
  /** The version that is pinned, if one is. */
  readonly pin: Located<PinFile> | null;
  /** Ids of all cases, also of those whose file has errors. */
  readonly caseIds: ReadonlySet<string>;
  /** Whether every case file told its id. When not, a case that is not found may still exist. */
  readonly casesKnown: boolean;
  /** Whether no two cases have the same id. */
  readonly idsUnique: boolean;
  /** Files that are excerpts: nothing is looked up in them, and nothing in them is held to be missing. */
  readonly excerpts: ReadonlySet<string>;
  /** What was worked out of the parts of an earlier state of it. */
  readonly memo: EvalsetMemo;
}

/** The view of the files of an evalset. */
export function viewOf(files: readonly LoadedFile[], memo = new EvalsetMemo()): EvalsetView {
  const of = (...kinds: KindName[]) =>
    files.filter((file) => file.kind !== undefined && kinds.includes(file.kind));
  const one = <T>(kind: KindName): Located<T> | null => {
    const found = of(kind).find((file) => file.model !== undefined);
    return found === undefined ? null : whole<T>(found);
  };
  const caseFiles = of('case-card', 'case-cards');
  const skillCardFiles = of('skill-card', 'skill-cards');
  const skillFiles = of('skill');
  const written = memo.ids.of([...caseFiles, ...skillCardFiles].flatMap(({ document }) => idsIn(document)));
  const ids = memo.caseIds.of(written, () => {
    const texts = written.filter((id) => typeof id === 'string');
    const all = new Set(texts);
    return {
      all,
      known: texts.length > 0 && texts.length === written.length,
      unique: all.size === texts.length,
    };
  });
  const excerpts = files.filter((file) => file.excerpt().length > 0);
  return {
    files,
    file: one<EvalsetFile>('evalset'),
    cards: caseFiles.flatMap((file) => entries<TeamCard>(file)),
    skillCards: skillCardFiles.flatMap((file) => entries<SkillCard>(file)),
    skills: new Map(
      skillFiles.flatMap((file) =>
        file.model === undefined ? [] : [[folderOf(file), whole<SkillFile>(file)] as const],
      ),
    ),
    skillNames: new Set(skillFiles.map(folderOf)),
    world: one<WorldPreset>('world-preset'),
    npcs: of('npc-playbook', 'npc-playbooks').flatMap((file) => entries<Playbook>(file)),
    meta: one<CasesMeta>('cases-meta'),
    checks: one<ChecksFile>('checks'),
    deps: one<DepsFile>('deps'),
    corrections: one<CorrectionsFile>('corrections'),
    pin: one<PinFile>('pin'),
    caseIds: ids.all,
    casesKnown: ids.known,
    idsUnique: ids.unique,
    excerpts: new Set(excerpts.map(({ document }) => document.path)),
    memo,
  };
}

function idsIn({ value }: SourceDocument): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((card) => (card as { case_id?: unknown } | null | undefined)?.case_id);
}

const folderOf = ({ document }: LoadedFile): string => path.basename(path.dirname(document.path));
