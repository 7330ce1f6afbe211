import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { existing, isFolder } from './paths.ts';

/** Where a program stands: as given, or in `PATH`; undefined: nowhere. */
export function findProgram(name: string, searched: string | undefined): string | undefined {
  if (name.includes('/')) return path.isAbsolute(name) && existing(name) !== undefined ? name : undefined;
  return (searched ?? '')
    .split(path.delimiter)
    .filter((dir) => path.isAbsolute(dir))
    .map((dir) => path.join(dir, name))
    .find((file) => existing(file) !== undefined && !isFolder(file));
}

/** The program that a script's first line names, with `env` looked through; undefined: none. */
export function interpreterOf(file: string): string | undefined {
  const [, program, argument] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(beginning(file)) ?? [];
  return program !== undefined && path.basename(program) === 'env' ? argument : program;
}

/** Folders that an interpreter of a Python environment needs: the environment, and the one that it was made from. */
export function environmentsOf(program: string): string[] {
  const environment = path.dirname(path.dirname(program));
  if (existing(path.join(environment, 'pyvenv.cfg')) === undefined) return [];
  const made = path.dirname(path.dirname(existing(program) ?? program));
  return [environment, made];
}

function beginning(file: string): string {
  let fd: number | undefined;
  try {
    fd = openSync(file, 'r');
    const bytes = Buffer.alloc(256);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
