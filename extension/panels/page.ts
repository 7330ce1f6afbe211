/** What the page of a webview is made of. `source`: where styles and fonts come from, `script` and `styles`: addresses. */
interface PageParts {
  readonly nonce: string;
  readonly source: string;
  readonly script: string;
  readonly styles: readonly string[];
  readonly lang: string;
  readonly title: string;
}

/** The page of a webview: nothing may be loaded but its own script and styles, nothing runs without the nonce. */
export function page({ nonce, source, script, styles, lang, title }: PageParts): string {
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
  ].join('; ');
  const links = styles.map((style) => `<link rel="stylesheet" href="${attribute(style)}">`).join('\n');
  return `<!DOCTYPE html>
<html lang="${attribute(lang)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${links}
<title>${attribute(title)}</title>
</head>
<body>
<div id="root"></div>
<script nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
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
