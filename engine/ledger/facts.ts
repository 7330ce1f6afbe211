import type { Fact, LedgerFact, Pointer } from '../../schemas/index.ts';
import type { CaseWindow } from '../evidence/windows.ts';
import { spanOf } from './instants.ts';
import { linesOf, type ScriptLine } from './lines.ts';
import type { LedgerInput, PointWord } from './model.ts';

/** What became of a fact, without its name. */
export type Outcome = Omit<LedgerFact, 'id' | 'case_id' | 'text'>;

const no = (reason: string): Outcome => ({ came_about: false, reason, at: null });
const unknown = (reason: string): Outcome => ({ came_about: null, reason, at: null });

/**
 * Whether a fact came about in this batch: by a line that was sent (in any playing: it stays in the world), by a check on
 * the case's evidence, or by a point that was met. What nobody can tell is unknown, never "no".
 *
 * @param windows playings of the case that leaves it
 * @param wordOf the word on a point of that case
 */
export async function outcomeOf(
  fact: Fact,
  caseId: string,
  windows: readonly CaseWindow[],
  input: LedgerInput,
  wordOf: (point: string) => Promise<PointWord>,
): Promise<Outcome> {
  const scripted = input.cases.find((one) => one.caseId === caseId);
  if (scripted === undefined) return no(`case ${caseId} is not in this batch`);
  const last = windows.at(-1);
  if (last === undefined) return no(`case ${caseId} has not been run`);
  const over = last.to !== null;
  const lines = linesOf(scripted.steps, windows);
  const { by } = fact;
  if (by === undefined)
    return bySomeLines(
      lines.filter(({ question }) => !question),
      over,
      caseId,
    );
  if ('sent' in by)
    return byLine(
      lines.find(({ name }) => name === by.sent),
      by.sent,
      over,
      caseId,
    );
  if (!over) return unknown(`case ${caseId} has not ended`);
  const evidence = await input.evidenceOf(caseId);
  if (evidence === null) return unknown(`nothing was kept of case ${caseId}`);
  const shown = (reason: string, pointers: readonly Pointer[]): Outcome => {
    const { since, at } = spanOf(pointers, evidence);
    const id = pointers
      .map((pointer) => ('quote' in pointer ? pointer.message_id : undefined))
      .find((one) => one);
    return {
      came_about: true,
      reason,
      at,
      ...(since === at ? {} : { since }),
      ...(id === undefined ? {} : { message_id: id }),
      ...(pointers.length === 0 ? {} : { evidence: [...pointers] }),
    };
  };
  // What another playing, or a platform at fault, may have done cannot be ruled out.
  const missed = (reason: string): Outcome => {
    if (evidence.env !== null) return unknown(`${reason}; but the environment failed: ${evidence.env}`);
    return windows.length > 1
      ? unknown(`${reason} in the playing that counts; an earlier one was cut short`)
      : no(reason);
  };
  if ('check' in by) {
    const result = input.check(by.check, evidence);
    if (result.holds === null) return unknown(result.reason);
    return result.holds ? shown(result.reason, result.pointers) : missed(result.reason);
  }
  const word = await wordOf(by.point);
  const reason = `${by.point} of case ${caseId}: ${word.reason}`;
  if (word.met === null) return unknown(reason);
  return word.met === 'met' ? shown(reason, word.evidence) : missed(reason);
}

const shownLine = ({ step, sent }: ScriptLine, reason: string): Outcome => ({
  came_about: true,
  reason,
  at: sent?.ts ?? null,
  step,
  ...(sent === undefined ? {} : { message_id: sent.message_id }),
});

const nameOf = (name: number | string): string =>
  typeof name === 'number' ? `the line of turn ${name}` : `conditional line ${name}`;

function byLine(line: ScriptLine | undefined, name: number | string, over: boolean, caseId: string): Outcome {
  const what = `${nameOf(name)} of case ${caseId}`;
  if (line === undefined)
    return unknown(`the script has no step for ${what}: a correction may have merged or dropped it`);
  if (line.sent !== undefined) return shownLine(line, `${what} was sent`);
  return over ? no(`${what} was not sent`) : unknown(`${what} has not been sent, and the case has not ended`);
}

/** A fact that does not say by what it comes about: by all lines of colleagues in its case. */
function bySomeLines(lines: readonly ScriptLine[], over: boolean, caseId: string): Outcome {
  const sent = lines.filter((line) => line.sent !== undefined);
  const last = sent.toSorted((a, b) => Date.parse(a.sent?.ts ?? '') - Date.parse(b.sent?.ts ?? '')).at(-1);
  if (lines.length === 0)
    return unknown(
      `nothing says what brings it about: case ${caseId} has no line of a colleague; add \`by\` in cases.deps.yaml`,
    );
  if (last !== undefined && sent.length === lines.length)
    return shownLine(
      last,
      `the ${lines.length === 1 ? 'line' : 'lines'} of colleagues in case ${caseId} ${lines.length === 1 ? 'was' : 'were'} sent`,
    );
  if (!over) return unknown(`case ${caseId} has not ended`);
  return sent.length === 0
    ? no(`no line of a colleague was sent in case ${caseId}`)
    : unknown(
        `only ${sent.length} of the ${lines.length} lines of colleagues in case ${caseId} were sent, and nothing says which of them brings it about; add \`by\` in cases.deps.yaml`,
      );
}
