import { lstatSync, readlinkSync } from 'node:fs';
import { existing, inside } from './paths.ts';
import type { Mount } from './model.ts';

/** Folders of the system: shown whole, read-only. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];
/** What programs need of the settings: names, addresses, certificates, fonts. Nothing of what the machine is for. */
const SETTINGS = [
  'alternatives',
  'ca-certificates',
  'crypto-policies',
  'fonts',
  'gai.conf',
  'group',
  'host.conf',
  'hosts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'pki',
  'protocols',
  'resolv.conf',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone',
].map((name) => `/etc/${name}`);

export function systemMounts(): Mount[] {
  const folders = SYSTEM.flatMap((path): Mount[] => {
    const link = linkOf(path);
    if (link !== undefined) return [{ kind: 'link', path, to: link }];
    return existing(path) === undefined ? [] : [{ kind: 'show', path }];
  });
  const settings = SETTINGS.flatMap((path): Mount[] => {
    // A link of the settings may lead to where nothing is shown.
    const from = existing(path);
    return from === undefined ? [] : [{ kind: 'show', path, from }];
  });
  return [...folders, ...settings];
}

/** Whether a file is shown with the system. */
export function isOfSystem(file: string): boolean {
  return SYSTEM.some((folder) => inside(file, folder));
}

function linkOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
