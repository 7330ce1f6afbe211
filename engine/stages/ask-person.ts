import { readdir, rm } from 'node:fs/promises';
import { personAnswer, personQuestion, type PersonAnswer, type PersonQuestion } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { pathExists, readJson, readJsonIfAny, writeJson } from '../batch/files.ts';
import type { BatchPaths } from '../batch/paths.ts';
import type { Clock } from '../clock/index.ts';
import type { AskPerson } from './decider.ts';

/** How often the answer is looked for, ms. */
const LOOK_EVERY = 500;

/** Puts questions into the batch folder and waits there for answers, at most `seconds` each. */
export function personAsker(paths: BatchPaths, clock: Clock, seconds: number): AskPerson {
  return async (question, signal) => {
    const ask = paths.abs(paths.question(question.step));
    const answer = paths.abs(paths.answer(question.step));
    await writeJson(ask, question);
    try {
      for (const end = clock.now() + seconds * 1000; ;) {
        const given = await readJsonIfAny(answer, personAnswer);
        if (given !== undefined) return given;
        if (clock.now() >= end) return null;
        await clock.wait(Math.min(LOOK_EVERY, Math.max(1, end - clock.now())), signal);
      }
    } finally {
      await rm(ask, { force: true });
    }
  };
}

/** What a person is asked at the moment, by step id. */
export async function openQuestions(paths: BatchPaths): Promise<PersonQuestion[]> {
  const dir = paths.abs('decisions');
  const names = (await pathExists(dir)) ? await readdir(dir) : [];
  const asked = names.filter((name) => name.endsWith('.ask.json')).sort();
  return Promise.all(
    asked.map((name) => readJson(paths.abs(`decisions/${name}`), personQuestion, 'run the batch again')),
  );
}

/** @throws UsageError when the step is not asked about, or has been answered */
export async function answerQuestion(paths: BatchPaths, step: string, answer: PersonAnswer): Promise<void> {
  const open = await openQuestions(paths);
  if (!open.some((question) => question.step === step)) {
    const known = open.map((question) => question.step).join(', ');
    throw new UsageError(
      `${paths.root}: nobody is asked about "${step}"; ${known === '' ? 'no question is open' : `open are ${known}`}`,
    );
  }
  await writeJson(paths.abs(paths.answer(step)), answer);
}
