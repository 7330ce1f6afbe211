import { messageIn, type Finding, type Sentences } from '../engine/evalset/index.ts';

/** A finding as it is told to programs: what a quick fix needs is the editor's own business, and the sentence is told once, in one language. */
export function toldFinding(
  finding: Finding,
  language: Sentences | undefined,
): Omit<Finding, 'data' | 'told'> {
  const { data: _data, told: _told, ...rest } = finding;
  return { ...rest, message: messageIn(finding, language) };
}
