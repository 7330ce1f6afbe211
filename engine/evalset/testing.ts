import { expect } from 'vitest';
import { check } from './check.ts';
import type { Finding, Position } from './model.ts';
import { LineIndex } from './lines.ts';
import { noFiles, overlayFiles } from './overlay-files.ts';

/** Files by path, as literals; `⟦…⟧` marks where a finding is expected. */
export type MarkedFiles = Readonly<Record<string, string>>;

export interface Unmarked {
  readonly texts: Map<string, string>;
  /** Expected places as `path:line:character-line:character`. */
  readonly places: string[];
}

export function unmark(files: MarkedFiles): Unmarked {
  const texts = new Map<string, string>();
  const places: string[] = [];
  for (const [file, marked] of Object.entries(files)) {
    const ranges: { from: number; to: number }[] = [];
    let text = '';
    for (const part of marked.split(/([⟦⟧])/)) {
      if (part === '⟦') ranges.push({ from: text.length, to: -1 });
      else if (part === '⟧') ranges.splice(-1, 1, { from: ranges.at(-1)?.from ?? 0, to: text.length });
      else text += part;
    }
    texts.set(file, text);
    const lines = new LineIndex(text);
    places.push(...ranges.map(({ from, to }) => placeOf(file, lines.positionAt(from), lines.positionAt(to))));
  }
  return { texts, places };
}

export const placeOf = (file: string, start: Position, end: Position): string =>
  `${file}:${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;

export const shown = ({ file, range, severity, code, message }: Finding): string =>
  `${placeOf(file, range.start, range.end)} ${severity} ${code}: ${message}`;

/** Checks the files (all of their folder, or `paths`), marks taken out. */
export async function checkFiles(files: MarkedFiles, paths: readonly string[] = ['/e']): Promise<Finding[]> {
  return check(paths, overlayFiles(unmark(files).texts, noFiles()));
}

/** Expects findings of a code at the marks and nowhere else. */
export async function expectAtMarks(
  code: string,
  files: MarkedFiles,
  message?: RegExp,
  paths?: readonly string[],
): Promise<void> {
  const all = await checkFiles(files, paths);
  const found = all.filter((item) => item.code === code);
  const places = found.map(({ file, range }) => placeOf(file, range.start, range.end));
  expect(places, all.map(shown).join('\n')).toEqual(unmark(files).places.sort());
  if (message !== undefined) for (const item of found) expect(item.message).toMatch(message);
}

/** Codes of the findings, each once. */
export async function codesOf(files: MarkedFiles, paths?: readonly string[]): Promise<string[]> {
  return [...new Set((await checkFiles(files, paths)).map((item) => item.code))];
}

export const CARD = `case_id: A1
storyline: line
group_key: ops
asker: mia
turns:
  - turn: 1
    kind: query
    speaker: mia
    text: |-
      @Bo Where does it stand?
checkpoints_raw: |-
  [CP1·结果][必选] Names the place
seed_refs: [plan]
`;

export const WORLD = `scenario_id: w
schema_version: 2
label: W
render: { agent_name: 'Bo #1', kickoff_local: '{{D|YYYY-MM-DD}}T09:00:00+08:00', exec_params: {} }
actors:
  mia: { display_name: Mia }
  ron: { display_name: Ron }
groups:
  ops: { name: '#ops', members: [mia, asker] }
  core: { name: '#core', private: true, members: [ron] }
team_agents:
  - { key: bo, name: 'Bo #1', groups: [ops] }
assets:
  plan:
    kind: doc
    title: Plan
    agent: edit
    markdown: |-
      # Plan
  secret:
    kind: doc
    title: Secret
    shares: [{ group: core, perm: edit }]
`;

export const EVALSET = `name: e
version: V1
cases: [a.case.yaml]
world: w.world.yaml
`;

/** A small valid evalset at /e, with some of its files replaced or added. */
export function evalsetWith(files: MarkedFiles = {}): MarkedFiles {
  const all: Record<string, string> = {
    '/e/evalset.yaml': EVALSET,
    '/e/a.case.yaml': CARD,
    '/e/w.world.yaml': WORLD,
  };
  for (const [name, text] of Object.entries(files)) all[`/e/${name}`] = text;
  return all;
}
