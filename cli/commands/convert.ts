import { copyFile, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import { pathExists } from '../../engine/batch/files.ts';
import { convertFile, type Converted, type ListForm } from '../../engine/convert/convert-file.ts';
import { convertFolder } from '../../engine/convert/convert-folder.ts';
import type { TargetFormat } from '../../engine/convert/names.ts';
import { diskFiles, readSource } from '../../engine/evalset/index.ts';
import type { CommandContext } from '../exit.ts';
import { out, outJson, shortPath } from '../print.ts';
import { readText } from '../read-text.ts';
import { refuseTaken, writeFiles } from '../write-files.ts';

interface ConvertOptions {
  readonly to: TargetFormat;
  readonly out?: string;
  readonly lists?: ListForm;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function convertCommand(context: CommandContext): Command {
  return new Command('convert')
    .description('Turn author files, or a whole evalset, from JSON into YAML or back, with an equal hash')
    .argument('<path>', 'a file, or the folder of an evalset')
    .addOption(new Option('--to <format>', 'format to write').choices(['yaml', 'json']).makeOptionMandatory())
    .option(
      '--out <path>',
      'folder to write to (for one file also a file); default: beside what is converted',
    )
    .addOption(
      new Option(
        '--lists <form>',
        'lists of cards and playbooks: one file, or one for each (default: each in YAML, one in JSON)',
      ).choices(['one', 'each']),
    )
    .option('--force', 'replace files that are there')
    .option('--json', 'print as JSON')
    .action((given: string, options: ConvertOptions) => run(context, path.resolve(given), options));
}

async function run(context: CommandContext, given: string, options: ConvertOptions): Promise<void> {
  if (!(await pathExists(given)))
    throw new UsageError(
      `${given}: no such file or folder; give an author's file or the folder of an evalset`,
    );
  const lists = options.lists ?? (options.to === 'yaml' ? 'each' : 'one');
  const done = (await stat(given)).isDirectory()
    ? await folder(context, given, options, lists)
    : await single(context, given, options, lists);
  if (options.json === true) outJson(done);
  else {
    for (const file of done.written) out(shortPath(file));
    if (done.hash !== undefined) out(`evalset hash ${done.hash.slice(0, 12)}, the same before and after`);
  }
  for (const note of done.notes) process.stderr.write(`note: ${note}\n`);
}

interface Done {
  readonly written: readonly string[];
  readonly notes: readonly string[];
  readonly hash?: string;
}

async function single(
  context: CommandContext,
  file: string,
  options: ConvertOptions,
  lists: ListForm,
): Promise<Done> {
  const document = readSource(file, await readText(file));
  if (document.format === options.to && !(lists === 'each' && Array.isArray(document.value)))
    throw new UsageError(
      `${file}: this is ${options.to === 'yaml' ? 'YAML' : 'JSON'} already; give --to ${options.to === 'yaml' ? 'json' : 'yaml'}`,
    );
  const converted = convertFile(document, options.to, lists);
  const files = await targets(file, converted, options);
  await writeFiles(files, options.force === true, context.signal);
  return { written: [...files.keys()], notes: converted.notes };
}

/** Where the texts go: beside the file, into a folder, or to the file that was named. */
async function targets(
  file: string,
  { files }: Converted,
  options: ConvertOptions,
): Promise<Map<string, string>> {
  const [only] = files.values();
  const to = options.out === undefined ? path.dirname(file) : path.resolve(options.out);
  const isFile = /\.(?:ya?ml|json)$/i.test(to) && !(await isFolder(to));
  if (!isFile) return new Map([...files].map(([name, text]) => [path.join(to, name), text]));
  if (files.size !== 1 || only === undefined)
    throw new UsageError(`${to}: ${files.size} files cannot go into one; give a folder, or --lists one`);
  if (/\.json$/i.test(to) !== (options.to === 'json'))
    throw new UsageError(
      `${to}: a file in ${options.to === 'json' ? 'JSON' : 'YAML'} cannot have this ending`,
    );
  return new Map([[to, only]]);
}

async function folder(
  context: CommandContext,
  root: string,
  options: ConvertOptions,
  lists: ListForm,
): Promise<Done> {
  const dir = path.resolve(options.out ?? `${root}-${options.to}`);
  if (dir === root)
    throw new UsageError(`${dir}: an evalset cannot be converted in its own place; give another --out`);
  const converted = await convertFolder(
    root,
    { ...diskFiles(), read: readText },
    options.to,
    lists,
    dir,
    context.signal,
  );
  const files = new Map([...converted.files].map(([name, text]) => [path.join(dir, name), text]));
  const copies = converted.copies.map((name) => path.join(dir, name));
  await refuseTaken([...files.keys(), ...copies], options.force === true);
  await writeFiles(files, true, context.signal);
  for (const name of converted.copies) {
    context.signal.throwIfAborted();
    const to = path.join(dir, name);
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(path.join(root, name), to);
  }
  return { written: [...files.keys(), ...copies], notes: converted.notes, hash: converted.hash };
}

const isFolder = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
