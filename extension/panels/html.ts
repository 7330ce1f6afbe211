import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { page } from './page.ts';

/** Folder of the bundled webviews: the only one that a webview may read. */
export function webviewFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist/extension/webviews');
}

/** The page of a view, with the addresses that its webview may read. */
export function pageOf(webview: vscode.Webview, extension: vscode.Uri, view: string, title: string): string {
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder(extension), name)).toString();
  return page({
    nonce: randomBytes(18).toString('base64url'),
    source: webview.cspSource,
    script: file(`${view}.js`),
    styles: [file(`${view}.css`)],
    lang: vscode.env.language,
    title,
  });
}
