import path from 'node:path';
import { URI } from 'vscode-uri';

/**
 * The path of a URI that may be an author's file: of a `file:` one, or the URI itself of a new file without a name whose
 * language is ours. Null for all else: a `git:` document is an old version of a file, not the file.
 */
export function pathOf(uri: string, languageId?: string): string | null {
  try {
    const parsed = URI.parse(uri, true);
    if (parsed.scheme === 'file') return path.resolve(parsed.fsPath);
    return parsed.scheme === 'untitled' && languageId === 'evalset' ? uri : null;
  } catch {
    return null;
  }
}

/** The URI of a path, written as VS Code writes it. */
export function uriOf(file: string): string {
  return file.startsWith('untitled:') ? file : URI.file(file).toString();
}

/** True for a path below a folder. */
export function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
