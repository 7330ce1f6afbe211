const LINK = /https?:\/\/[^\s/]+\/(docx|base|bitable|wiki)\/([A-Za-z0-9]{8,})/g;

export interface LinkedAsset {
  readonly kind: 'doc' | 'base';
  readonly token: string;
}

/** Documents and bases that a text links, each once. */
export function linkedAssets(texts: readonly string[]): LinkedAsset[] {
  const found = new Map<string, LinkedAsset>();
  for (const text of texts) {
    for (const match of text.matchAll(LINK)) {
      const [, kind, token = ''] = match;
      if (kind === 'wiki') continue;
      found.set(token, { kind: kind === 'docx' ? 'doc' : 'base', token });
    }
  }
  return [...found.values()];
}
