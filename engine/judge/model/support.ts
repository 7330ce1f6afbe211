import type { Pointer } from '../../../schemas/index.ts';
import type { CaseEvidence } from '../../evidence/model.ts';
import { readAnswer, SUPPORT_FORM, supportAnswer } from './answer.ts';
import { enveloped } from './envelope.ts';
import { SUPPORT_PROMPT } from './prompt.ts';
import { cannot, metWord, type Ask, type Point, type Word } from './word.ts';

/** A pointer with what code knows of its place. */
function placed(pointer: Pointer, evidence: CaseEvidence): Readonly<Record<string, unknown>> {
  if ('diff' in pointer) {
    const asset = evidence.assets.find(({ path }) => path === pointer.path)?.evidence;
    return { by: 'agent', asset: asset?.asset ?? pointer.path, change: pointer.diff };
  }
  const message = evidence.messages.find(({ message: one }) => one.message_id === pointer.message_id);
  const asset = evidence.assets.find(({ path }) => path === pointer.path)?.evidence;
  return {
    by: 'agent',
    quote: pointer.quote,
    ...(message === undefined
      ? {}
      : {
          where: message.where,
          group: message.message.chat,
          turn: message.turn,
          mentions: message.message.mentions.map((one) => one.key),
        }),
    ...(message === undefined && asset !== undefined ? { document: asset.title ?? asset.asset } : {}),
  };
}

/** How a point is read in this world, as part of the claim. */
const readingsOf = ({ branches = [] }: Point): string[] =>
  branches
    .filter(({ applies }) => applies === true)
    .map(({ text, or_as_written: either }) =>
      either === true ? `Or, which is as good: ${text}` : `Here this is read so: ${text}`,
    );

/**
 * Asks whether verified quotes carry a point: a quote may stand there to the letter and say nothing of the claim.
 * One claim a question. Whatever is not a clear "supports" makes the point one that cannot be judged.
 */
export async function askSupport(
  point: Point,
  word: Word,
  evidence: CaseEvidence,
  about: string,
  seed: number,
  ask: Ask,
): Promise<Word> {
  const wanted =
    point.kind === 'required'
      ? 'The agent did what this point wants: '
      : 'The agent did what this point forbids: ';
  const data = {
    claim: [`${wanted}${point.text_rendered}`, ...readingsOf(point)].join('\n'),
    quotes: word.evidence.map((pointer) => placed(pointer, evidence)),
  };
  const asking = await ask({
    about: `${about}: do the quotes carry it?`,
    system: SUPPORT_PROMPT,
    user: `${enveloped(data, seed)}\n\nDo the quotes carry the claim? Form of the answer: ${JSON.stringify(SUPPORT_FORM.schema)}`,
    seed,
    answer: SUPPORT_FORM,
  });
  const calls = [...word.calls, asking.hash];
  const open = (cause: Parameters<typeof cannot>[0], message: string): Word =>
    cannot(cause, message, calls, { reason: word.reason, evidence: word.evidence });
  if (!asking.ok)
    return open(
      asking.failure.cause,
      `whether its quotes carry it was not answered: ${asking.failure.message}`,
    );
  const read = readAnswer(asking.completion, supportAnswer);
  if (!read.ok) return open(read.cause, `whether its quotes carry it has no usable answer: ${read.message}`);
  const { verdict, reason } = read.value;
  if (verdict === 'supports') return { ...word, calls };
  return open(
    verdict === 'contradicts' ? 'contradicted' : 'insufficient',
    verdict === 'contradicts'
      ? `judged ${metWord(point)}, but its quotes say the opposite: ${reason}`
      : `judged ${metWord(point)}, but its quotes do not carry it: ${reason}`,
  );
}
