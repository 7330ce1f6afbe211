import path from 'node:path';
import { UsageError } from '../../batch/errors.ts';
import { authorFileIn, isAuthorFile } from './author-files.ts';
import type { Mount, SandboxRequest } from './model.ts';
import { existing, foldersAbove, inside, isBroad, isFolder } from './paths.ts';
import { environmentsOf, findProgram, interpreterOf } from './program.ts';
import { isOfSystem, systemMounts } from './system.ts';

/** Variables whose file programs read for certificates. */
const CERTIFICATES = ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'];

/**
 * What the agent's process is shown: the system, the files that its command names, and what its definition asks for. The
 * folder of a script is shown whole only where nothing of an evalset or batch lies in it; else the script alone. Where
 * something hidden lies in what is shown, it is covered.
 * @throws UsageError when the definition asks for something that must stay hidden
 */
export function planMounts(request: SandboxRequest): Mount[] {
  const hidden = request.hide.flatMap((dir) => existing(dir) ?? []);
  const isHidden = (file: string): boolean => hidden.some((dir) => inside(file, dir));
  const asked = request.read.map((file) => askedFor(file, hidden));
  const named = [...namedFiles(request), ...asked];
  const shown = [...new Set([...named.flatMap((file) => around(file, hidden)), ...named])];
  const links = shown.flatMap((file): Mount[] => {
    const real = existing(file);
    return real === undefined || real === file ? [] : [{ kind: 'link', path: file, to: real }];
  });
  const real = [...new Set(shown.flatMap((file) => existing(file) ?? []))].filter(
    (file) => !isOfSystem(file),
  );
  const show = (files: readonly string[]): Mount[] =>
    // What lies in a folder comes behind it.
    files.toSorted((a, b) => a.length - b.length).map((file) => ({ kind: 'show', path: file }));
  const open = show(real.filter((file) => !isHidden(file)));
  const system = systemMounts();
  const covered = hidden.filter((dir) =>
    [...system, ...open].some((mount) => mount.kind === 'show' && inside(dir, mount.path)),
  );
  return [
    ...system,
    ...open,
    ...covered.map((dir): Mount => ({ kind: 'cover', path: dir })),
    ...show(real.filter(isHidden)),
    ...links.filter(({ path: file }) => {
      const parent = path.dirname(file);
      // There already, by its folder or by a link above it.
      return ![...real, ...links.map((link) => link.path)].some((dir) => inside(parent, dir));
    }),
  ];
}

/** A path of the definition. @throws UsageError when hidden text lies in it */
function askedFor(file: string, hidden: readonly string[]): string {
  const real = existing(file);
  if (!path.isAbsolute(file) || real === undefined)
    throw new UsageError(`sandbox.read: ${file} does not exist; give a whole path, or one below \${evalset}`);
  const found =
    hidden.find((dir) => inside(dir, real)) ??
    (isFolder(real) ? authorFileIn(real) : isAuthorFile(real) ? real : undefined);
  if (found !== undefined)
    throw new UsageError(
      `sandbox.read: ${file} would show the agent ${found}; name only files and folders that hold nothing of an evalset or batch`,
    );
  return file;
}

/** The program, what runs it, and the files among the arguments. Files of an evalset or batch are no agent's. */
function namedFiles({ command, env, electron }: SandboxRequest): string[] {
  const [name, ...args] = command;
  const program = findProgram(name, env['PATH']);
  const interpreter = program === undefined ? undefined : interpreterOf(existing(program) ?? program);
  const runs = interpreter === undefined ? undefined : findProgram(interpreter, env['PATH']);
  const programs = [program, runs]
    .flatMap((file) =>
      file === undefined ? [] : [file, ...(electron ? [path.dirname(existing(file) ?? file)] : [])],
    )
    .filter((file) => !isOfSystem(existing(file) ?? file));
  const certificates = CERTIFICATES.flatMap((key) => env[key] ?? []);
  // `--flag=/path` names a file too.
  const files = [...args.map((arg) => arg.replace(/^--?[\w-]+=/, '')), ...certificates].filter(
    (arg) =>
      path.isAbsolute(arg) &&
      existing(arg) !== undefined &&
      !(isFolder(arg) && isBroad(arg)) &&
      !isOfSystem(arg),
  );
  return [...programs, ...files].filter((file) => {
    const real = existing(file) ?? file;
    return !(isFolder(real) ? authorFileIn(real) : isAuthorFile(real));
  });
}

/** What a file needs around it: its folder, the installed packages and package files above, a Python environment. */
function around(file: string, hidden: readonly string[]): string[] {
  const real = existing(file) ?? file;
  if (isFolder(real)) return [];
  const folder = path.dirname(real);
  const whole =
    isScript(real) &&
    !isBroad(folder) &&
    !hidden.some((dir) => inside(dir, folder) || inside(folder, dir)) &&
    authorFileIn(folder) === undefined;
  const packages = isScript(real)
    ? foldersAbove(real)
        .flatMap((dir) => ['node_modules', 'package.json'].map((name) => path.join(dir, name)))
        .filter((one) => existing(one) !== undefined)
    : [];
  return [...(whole ? [folder] : []), ...packages, ...environmentsOf(file)];
}

const isScript = (file: string): boolean =>
  /\.[cm]?[jt]sx?$|\.py$|\.rb$|\.sh$/.test(file) || interpreterOf(file) !== undefined;
