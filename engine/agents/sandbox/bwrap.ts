import { existing } from './paths.ts';
import { SANDBOX_HOME, type Mount } from './model.ts';
import { findProgram } from './program.ts';

/** Where bubblewrap stands; undefined: it is not installed, or this system has none. */
export function findBubblewrap(): string | undefined {
  return process.platform === 'linux'
    ? findProgram('bwrap', process.env['PATH'] ?? '/usr/bin:/bin')
    : undefined;
}

/**
 * Options of bubblewrap: namespaces of its own but for the network, which the agent needs; no capability; a root in which
 * only the home and `/tmp` can be written to. `home` is the folder of this machine that becomes the agent's home.
 */
export function bubblewrapOptions(mounts: readonly Mount[], home: string): string[] {
  return [
    '--unshare-user',
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...['--hostname', 'agent'],
    ...['--cap-drop', 'ALL'],
    '--die-with-parent',
    ...['--proc', '/proc'],
    ...['--dev', '/dev'],
    ...['--tmpfs', '/tmp'],
    ...['--tmpfs', '/var/tmp'],
    ...mounts.flatMap(optionsOf),
    ...['--bind', existing(home) ?? home, SANDBOX_HOME],
    ...['--remount-ro', '/'],
    ...['--chdir', SANDBOX_HOME],
  ];
}

function optionsOf(mount: Mount): string[] {
  switch (mount.kind) {
    case 'show':
      return ['--ro-bind', mount.from ?? mount.path, mount.path];
    case 'link':
      return ['--symlink', mount.to, mount.path];
    case 'cover':
      return ['--tmpfs', mount.path];
  }
}
