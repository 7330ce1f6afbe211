import { execFile } from 'node:child_process';
import type * as vscode from 'vscode';
import { sentenceOfError } from '../log.ts';
import { editorRuntime } from '../runtime.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** What a command printed. Where it printed nothing, what it said went wrong: that is a sentence, and no fault here. */
export function outputOf(
  command: string,
  args: readonly string[],
  token?: vscode.CancellationToken,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const { program, env } = editorRuntime();
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [command, ...args],
      { env: { ...env, NO_COLOR: '1' }, maxBuffer: MOST_BYTES, shell: false },
      (error, stdout, stderr) => {
        if (error === null || stdout.trim() !== '') resolve({ text: stdout, failed: false });
        else resolve({ text: stderr.trim() === '' ? sentenceOfError(error) : stderr, failed: true });
      },
    );
    token?.onCancellationRequested(() => child.kill());
  });
}
