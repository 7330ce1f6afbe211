import type { JudgeTemplate } from '../../../schemas/index.ts';
import type { CaseEvidence } from '../../evidence/model.ts';
import { caseAnswer, caseForm, POINT_FORM, pointAnswer, readAnswer, type PointAnswer } from './answer.ts';
import { questionData, toldOfWorld, unreadableFiles } from './data.ts';
import { enveloped } from './envelope.ts';
import { checkQuotes } from './pointers.ts';
import { JUDGE_PROMPT, WORLD_PROMPT } from './prompt.ts';
import type { ModelJudgeSettings } from './settings.ts';
import { askSupport } from './support.ts';
import { cannot, metWord, unmetWord, type Ask, type Point, type Word } from './word.ts';

export interface Pass {
  readonly template: JudgeTemplate;
  readonly evidence: CaseEvidence;
  readonly settings: ModelJudgeSettings;
  readonly seed: number;
  readonly ask: Ask;
}

/** An answer about a point as the model gave it, with the call that it stands in; or why there is none. */
type Given = { readonly answer: PointAnswer; readonly call: string } | Word;

/** Asks once about every given point, and holds each answer to its evidence. In the order of the points. */
export async function askPoints(points: readonly Point[], pass: Pass): Promise<Map<string, Word>> {
  const given = pass.settings.per === 'case' ? await askCase(points, pass) : undefined;
  const words = await Promise.all(
    points.map(async (point): Promise<[string, Word]> => {
      const one = given?.get(point.id) ?? (await askPoint(point, pass));
      return [point.id, 'answer' in one ? await held(point, one.answer, one.call, pass) : one];
    }),
  );
  return new Map(words);
}

/** Asks about points; undefined: it was not asked, because the question is too long. */
async function question(
  points: readonly Point[],
  pass: Pass,
  about: string,
  form: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> },
): Promise<Awaited<ReturnType<Ask>> | Word> {
  const { template, evidence, settings, seed, ask } = pass;
  const data = enveloped(questionData(template, points, evidence, seed), seed);
  const user = `${data}\n\nDecide ${points.length === 1 ? 'the point' : 'each of the points'}. Form of the answer: ${JSON.stringify(form.schema)}`;
  if (user.length > settings.maxInputChars)
    return cannot(
      'question-too-long',
      `the question with the whole evidence has ${user.length} characters, and judge "${settings.name}" takes ${settings.maxInputChars} (max_input_chars); it was not cut, and not asked`,
      [],
    );
  const system = toldOfWorld(template, evidence) ? `${JUDGE_PROMPT}\n\n${WORLD_PROMPT}` : JUDGE_PROMPT;
  return ask({ about, system, user, seed, answer: form });
}

const aboutOf = ({ template }: Pass, point: string): string => `case ${template.case_id}, ${point}`;

async function askPoint(point: Point, pass: Pass): Promise<Given> {
  const asking = await question([point], pass, aboutOf(pass, `point ${point.id}`), POINT_FORM);
  if ('met' in asking) return asking;
  if (!asking.ok) return cannot(asking.failure.cause, asking.failure.message, [asking.hash]);
  const read = readAnswer(asking.completion, pointAnswer);
  return read.ok
    ? { answer: read.value, call: asking.hash }
    : cannot(read.cause, read.message, [asking.hash]);
}

/** One question for all points; an answer that is not of the form has no word on any of them. */
async function askCase(points: readonly Point[], pass: Pass): Promise<Map<string, Given>> {
  const ids = points.map((point) => point.id);
  const all = (word: Word): Map<string, Given> => new Map(ids.map((id) => [id, word]));
  const asking = await question(points, pass, aboutOf(pass, 'all open points'), caseForm(ids));
  if ('met' in asking) return all(asking);
  const calls = [asking.hash];
  if (!asking.ok) return all(cannot(asking.failure.cause, asking.failure.message, calls));
  const read = readAnswer(asking.completion, caseAnswer(ids));
  if (!read.ok) return all(cannot(read.cause, read.message, calls));
  return new Map(
    ids.map((id): [string, Given] => {
      const [first, second] = read.value.decisions.filter((decision) => decision.id === id);
      if (first === undefined) return [id, cannot('no-decision', 'the answer leaves this point out', calls)];
      if (second !== undefined)
        return [id, cannot('no-decision', 'the answer decides this point twice', calls)];
      return [id, { answer: first, call: asking.hash }];
    }),
  );
}

/** Holds an answer to its evidence: what verified quotes do not carry has no word. */
async function held(point: Point, answer: PointAnswer, call: string, pass: Pass): Promise<Word> {
  const { evidence, settings } = pass;
  const { verdict, reason, quotes } = answer;
  const { verified, refused } = checkQuotes(quotes, evidence, { earlier: point.kind !== 'required' });
  const word: Word = { met: null, reason, evidence: verified, calls: [call] };
  const open = (cause: Parameters<typeof cannot>[0], message: string): Word =>
    cannot(cause, message, [call], { reason, evidence: verified });
  if (verdict === 'cannot_judge')
    return open('said-cannot-judge', reason === '' ? 'the judge gives no reason' : reason);
  if (verdict === 'unmet') {
    const unread = unreadableFiles(evidence);
    return unread.length === 0
      ? { ...word, met: 'unmet' }
      : open('unreadable-evidence', `judged ${unmetWord(point)}, but it could not read ${unread.join(', ')}`);
  }
  if (verified.length === 0)
    return refused[0] === undefined
      ? open('no-quote', `judged ${metWord(point)}, but it gives no quote`)
      : open('quote-refused', `judged ${metWord(point)}, but no quote carries it: ${refused[0]}`);
  const met: Word = { ...word, met: 'met' };
  return settings.support
    ? askSupport(point, met, evidence, aboutOf(pass, `point ${point.id}`), pass.seed, pass.ask)
    : met;
}
