import type { ProgressLine, ProgressOf, RunPhase, Verdict } from '../schemas/index.ts';
import type { Progress } from '../engine/director/ports.ts';
import { sentencesOf, type Finding, type Sentences } from '../engine/evalset/index.ts';
import { reportOf, toFinding, toldProblem, type Problem } from '../engine/preflight/index.ts';
import { plain, sentenceOf, wordsOf, type Words } from '../engine/report/index.ts';
import { jsonWriter, optionIn, progressMode, type ProgressMode } from './progress-json.ts';
import { errorLine, printFindings, shortPath } from './print.ts';
import { printProblems } from './problems.ts';
import { progressPrinter } from './progress.ts';
import { toldFinding } from './told-finding.ts';

export type ErrorCode = ProgressOf<'error'>['code'];

/** Tells how a command goes, on stderr: in words for people, in lines of JSON for a program, or not at all. */
export interface Reporter {
  readonly mode: ProgressMode;
  /** The batch folder exists: what follows is of it. */
  readonly batch: (dir: string) => void;
  readonly phase: (phase: RunPhase, done: number, total: number) => void;
  /** Progress of the director. */
  readonly play: (event: Progress) => void;
  /** A verdict as it now stands. */
  readonly verdict: (verdict: Verdict) => void;
  readonly refused: (findings: readonly Finding[]) => void;
  /** What blocks a run that was asked for, or what is only to be known: nothing of that stops it. */
  readonly hindered: (problems: readonly Problem[]) => void;
  readonly warned: (problems: readonly Problem[]) => void;
  readonly error: (message: string, code: ErrorCode) => void;
  /** Something that a person may want to know while nothing else goes on. */
  readonly note: (message: string) => void;
  /** Clears a line that rewrites itself. */
  readonly pause: () => void;
  readonly end: (exit: number) => void;
}

export function reporterFor(argv: readonly string[], stream: NodeJS.WriteStream = process.stderr): Reporter {
  const mode = progressMode(argv);
  const language = optionIn(argv, '--language') ?? 'en';
  return mode === 'json'
    ? jsonReporter(jsonWriter(stream), wordsOf(language), sentencesOf(language))
    : textReporter(mode, stream, language);
}

const nothing = (): void => undefined;

function textReporter(mode: 'text' | 'none', stream: NodeJS.WriteStream, tag: string): Reporter {
  const language = sentencesOf(tag);
  const printer = progressPrinter(stream);
  const quiet = mode === 'none';
  return {
    mode,
    batch: quiet ? nothing : (dir) => void stream.write(`batch folder: ${shortPath(dir)}\n`),
    phase: nothing,
    play: quiet ? nothing : printer.report,
    verdict: nothing,
    refused: (findings) => {
      printFindings(findings, language, stream);
      errorLine('the evalset has errors; nothing was run');
    },
    hindered: (problems) => {
      printProblems(reportOf(problems, null, tag).problems, stream);
      errorLine('something stands in the way; nothing was run');
    },
    warned: quiet ? nothing : (problems) => printProblems(reportOf(problems, null, tag).problems, stream),
    error: (message) => {
      printer.end();
      errorLine(message);
    },
    note: quiet
      ? nothing
      : (message) => {
          printer.end();
          stream.write(`${message}\n`);
        },
    pause: printer.end,
    end: printer.end,
  };
}

function jsonReporter(
  write: (line: ProgressLine) => void,
  words: Words,
  language: Sentences | undefined,
): Reporter {
  let dir: string | null = null;
  // A verdict is told live and again when the batch is scored: once is enough unless it has changed.
  const told = new Map<string, string>();
  return {
    mode: 'json',
    batch: (folder) => {
      dir = folder;
      told.clear();
      write({ event: 'batch', dir: folder });
    },
    phase: (phase, done, total) => write({ event: 'phase', phase, done, total }),
    play: (event) => {
      if (event.phase === 'eval') {
        const { phase, ...rest } = event;
        write({ event: 'case', ...rest });
        if (event.state === 'done') write({ event: 'phase', phase, done: event.done, total: event.total });
      } else write({ event: 'phase', phase: event.phase, done: event.done, total: event.total });
    },
    verdict: (verdict) => {
      const line = verdictLine(verdict, words);
      const text = JSON.stringify(line);
      if (told.get(verdict.case_id) === text) return;
      told.set(verdict.case_id, text);
      write(line);
    },
    refused: (findings) =>
      write({ event: 'refused', findings: findings.map((finding) => toldFinding(finding, language)) }),
    hindered: (problems) => {
      // What stands at no place of a file is told as an error, in words.
      const placed = problems.flatMap((one) => (one.range === null ? [] : (toFinding(one) ?? [])));
      if (placed.length > 0)
        write({ event: 'refused', findings: placed.map((finding) => toldFinding(finding, language)) });
      for (const one of problems)
        if (one.range === null) write({ event: 'error', message: toldProblem(one, language), code: 'usage' });
    },
    // The editor shows them at their places already.
    warned: nothing,
    error: (message, code) => write({ event: 'error', message, code }),
    note: (message) => write({ event: 'note', message }),
    pause: nothing,
    end: (exit) => write({ event: 'end', exit, dir }),
  };
}

function verdictLine(verdict: Verdict, words: Words): ProgressLine {
  return {
    event: 'verdict',
    case_id: verdict.case_id,
    status: verdict.status,
    score: verdict.score,
    met: verdict.required_met,
    total: verdict.required_total,
    text: plain(sentenceOf(verdict, words)),
  };
}
