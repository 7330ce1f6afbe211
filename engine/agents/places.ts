import { UsageError } from '../batch/errors.ts';

/**
 * What stands behind the placeholders of an agent's command on this machine, now. A batch keeps the placeholders, so
 * that it can be finished by another version, from another folder, or by the editor's own runtime.
 */
export interface Places {
  /** `${node}`: the program that runs JavaScript. */
  readonly node: string;
  /** True when that program is Electron: it is Node only with ELECTRON_RUN_AS_NODE=1. */
  readonly electron: boolean;
  /** `${sundowner}`: folder of the running command's bundle. Undefined: there is none. */
  readonly sundowner: string | undefined;
}

export interface Expanded {
  readonly command: readonly string[];
  /** What the program needs in its environment, beyond what the definition says. */
  readonly env: Readonly<Record<string, string>>;
}

/** The running Node and no bundle: what a caller has that knows of no other. */
export function processPlaces(sundowner?: string): Places {
  return { node: process.execPath, electron: 'electron' in process.versions, sundowner };
}

/** @throws UsageError for `${sundowner}` where there is no bundle */
export function expandCommand(command: readonly string[], places: Places): Expanded {
  const bundle = places.sundowner;
  if (bundle === undefined && command.some((part) => part.includes('${sundowner}'))) {
    throw new UsageError(
      `agent command ${command.join(' ')}: \${sundowner} stands for the folder of the sundowner command, which does not run here; give the whole path`,
    );
  }
  return {
    command: command.map((part) =>
      part.replaceAll('${node}', () => places.node).replaceAll('${sundowner}', () => bundle ?? ''),
    ),
    env:
      places.electron && command.some((part) => part.includes('${node}'))
        ? { ELECTRON_RUN_AS_NODE: '1' }
        : {},
  };
}
