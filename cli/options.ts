import path from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { batchLimits, type BatchLimits } from '../schemas/index.ts';
import { UsageError } from '../engine/batch/errors.ts';
import { pathExists } from '../engine/batch/files.ts';
import { PROGRESS_MODES } from './progress-json.ts';

/** YYYY-MM-DD of an existing day. */
export function parseDay(value: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value) {
    throw new InvalidArgumentError('expected a date as YYYY-MM-DD.');
  }
  return value;
}

export function parseInstant(value: string): string {
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('expected an instant with its offset, such as 2026-09-06T09:00:00+08:00.');
  }
  return value;
}

export function collect(value: string, all: string[]): string[] {
  return [...all, value];
}

/** Today in the zone of this machine. */
export function today(): string {
  const now = new Date();
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export async function evalsetFolder(given: string): Promise<string> {
  const root = path.resolve(given);
  if (!(await pathExists(root)))
    throw new UsageError(`${root}: no such folder; give the folder that holds evalset.yaml`);
  return path.basename(root) === 'evalset.yaml' ? path.dirname(root) : root;
}

/** A batch by its folder or by its name below `runs/`. */
export async function batchFolder(given: string): Promise<string> {
  const asGiven = path.resolve(given);
  if (await pathExists(asGiven)) return asGiven;
  const below = path.resolve('runs', given);
  if (await pathExists(below)) return below;
  throw new UsageError(
    `${asGiven}: no such batch, nor ${below}; \`sundowner run\` prints the folder of each batch`,
  );
}

/** `runs/<name>` of a new batch; a name made from evalset and time gives way to the next free one. */
export function newBatchFolder(
  root: string,
  name: string | undefined,
  now: Date,
): { batchDir: string; ifTaken: 'refuse' | 'next-free' } {
  if (name !== undefined) {
    const whole = name.includes('/') || name.includes('\\');
    return { batchDir: whole ? path.resolve(name) : path.resolve('runs', name), ifTaken: 'refuse' };
  }
  const stamp = now.toISOString().replace(/[-:]/g, '').slice(0, 15);
  return { batchDir: path.resolve('runs', `${path.basename(root)}-${stamp}`), ifTaken: 'next-free' };
}

export function parsePort(value: string): number {
  const n = Number(value);
  if (!/^\d+$/.test(value) || n > 65535) throw new InvalidArgumentError('expected a port from 0 to 65535.');
  return n;
}

/** Seconds of `60m`, `1h30m` or `90s`. */
export function parseDuration(value: string): number {
  const [, h, m, s] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(value) ?? [];
  const seconds = Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0);
  if (seconds === 0 || seconds > 7 * 86_400)
    throw new InvalidArgumentError('expected a time such as 60m, 1h30m or 90s, at most a week.');
  return seconds;
}

export function budgetOption(): Option {
  return new Option(
    '--budget <time>',
    'a subset that fits into this time, such as 60m or 1h30m: groups run at once, so each has all of it (`sundowner select` shows which)',
  ).argParser(parseDuration);
}

/** Folder of the batches of here. */
export const runsFolder = (): string => path.resolve('runs');

/** How progress is told; read by `reporterFor` before anything else is. */
export function progressOption(): Option {
  return new Option('--progress <how>', 'progress on stderr: text, one JSON object a line, or none')
    .choices(PROGRESS_MODES)
    .default('text');
}

export function languageOption(): Option {
  return new Option(
    '--language <tag>',
    'language of findings, of numbers and verdicts, and of sentences in JSON progress: en or zh-cn',
  ).default('en');
}

export function parseFraction(value: string): number {
  const n = Number(value);
  if (value.trim() === '' || !(n >= 0 && n <= 1))
    throw new InvalidArgumentError('expected a number from 0 to 1.');
  return n;
}

/** An amount of money, in the currency of the judges' prices. */
export function parseMoney(value: string): number {
  const n = Number(value);
  if (value.trim() === '' || !(n >= 0) || !Number.isFinite(n))
    throw new InvalidArgumentError('expected an amount from 0.');
  return n;
}

/** Who judges, and what it may cost: of `run` and `judge`. */
export function judgeOptions(): Option[] {
  return [
    new Option(
      '--judge <name>',
      'who judges: rule, manual, or a judge of evalset.yaml (default: its default_judge, or rule)',
    ),
    new Option(
      '--second <name>',
      'who judges once more, blind to the first (may be repeated: the files of further judges bear their names)',
    )
      .argParser(collect)
      .default([], 'second_judge of evalset.yaml'),
    new Option(
      '--max-cost <amount>',
      'most money that judging may cost now; what does not fit is not asked',
    ).argParser(parseMoney),
  ];
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1000, M: 1_000_000 };

/** `tokens=2M`, `cost=12.5`, `minutes=90` or `messages=400`, added to those given before. */
export function parseLimit(value: string, all: BatchLimits = {}): BatchLimits {
  const [, key = '', digits = '', unit = ''] =
    /^(minutes|messages|tokens|cost)=(\d+(?:\.\d+)?)(k|M|)$/.exec(value) ?? [];
  const amount = Number((Number(digits) * (UNITS[unit] ?? 1)).toPrecision(12));
  const parsed = digits === '' ? undefined : batchLimits.safeParse({ [key]: amount }).data;
  if (parsed === undefined)
    throw new InvalidArgumentError(
      'expected minutes=90, messages=400, tokens=2M (k: thousand, M: million) or cost=12.5.',
    );
  return { ...all, ...parsed };
}

/** The budget of a batch: of `run`, `judge` and `preflight`. */
export function limitOption(about: string): Option {
  return new Option(
    '--limit <what=most>',
    `${about}: minutes, messages, tokens or cost, agent and judges together (may be repeated)`,
  ).argParser(parseLimit);
}

/** What goes wrong on purpose: of `run` and `lark`. */
export function faultsOption(): Option {
  return new Option(
    '--faults <plan>',
    'make faults on purpose on the local platform: weather, storm, or a file (*.faults.yaml) with seed and rules',
  );
}

export function stopOption(): Option {
  return new Option('--stop-on-stdin-end', 'stop in an orderly way when stdin ends; what was done is kept');
}

/** Of commands that make a batch, or go on with one. */
export function platformOption(): Option {
  return new Option(
    '--platform <name|file>',
    'a tenant: a name in `platforms` of evalset.yaml or of your own settings, or a file (default: a platform of the batch’s own; docs/real-lark.md)',
  );
}

export function waitAccountsOption(): Option {
  return new Option(
    '--wait-accounts <minutes>',
    'how long to wait for accounts of the tenant that another run uses (default: not at all)',
  ).argParser((value: string) => {
    const n = Number(value);
    if (value.trim() === '' || !(n >= 0) || !Number.isFinite(n))
      throw new InvalidArgumentError('expected a number of minutes.');
    return n;
  });
}
