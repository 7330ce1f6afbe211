import * as vscode from 'vscode';

/** What the author's settings say about runs of an evalset; an empty setting says nothing. */
export function settingsOf(root: string): {
  agent?: string;
  day0?: string;
  platform?: string;
} {
  const settings = vscode.workspace.getConfiguration('sundowner', vscode.Uri.file(root));
  const agent = settings.get<string>('agent', '');
  const day0 = settings.get<string>('day0', '');
  const platform = settings.get<string>('platform', '');
  return {
    ...(agent === '' ? {} : { agent }),
    ...(day0 === '' ? {} : { day0 }),
    ...(platform === '' ? {} : { platform }),
  };
}
