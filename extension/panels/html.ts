import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Folder of the bundled webviews: the only one that a webview may read. */
export function webviewFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist/extension/webviews');
}

/** The page of a webview: nothing may be loaded but its own script and styles, nothing runs without the nonce. */
export function pageOf(webview: vscode.Webview, extension: vscode.Uri, view: string, title: string): string {
  const nonce = randomBytes(18).toString('base64url');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder(extension), name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(vscode.env.language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(file(`${view}.css`))}">
<title>${attribute(title)}</title>
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}" src="${attribute(file(`${view}.js`))}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
