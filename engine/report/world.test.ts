import { marked, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { renderWorld, type WorldMessage, type WorldText } from './world.ts';

const EVIL = [
  '<img src=x onerror=alert(1)>',
  '\\<img src=x onerror=alert(1)>',
  '\\\\<script>alert(1)</script>',
  '![alt](https://evil.example/x.png)',
  '\\![alt](https://evil.example/x.png)',
  'see [the report](https://evil.example)',
  'see \\[the report](https://evil.example)',
  '[x][y]\n\n[y]: https://evil.example',
  'Title\n---',
  'Title\n===',
  '# Title',
  '  ## Title',
  '`code`',
  '~~~\nswallows',
  '```\nswallows',
  'a | b\n--- | ---\nc | d',
  '1. one',
  '***',
  '> said',
  'AT&amp;T &#60;b&#62;',
];

const message = (text: string): WorldMessage => ({
  message_id: 'om_1',
  when: '2026-09-07 09:00:12',
  author: text,
  bot: true,
  text,
  attachments: [text],
  deleted: false,
  edits: 0,
});

const world = (text: string): WorldText => ({
  zone: '+08:00',
  groups: [
    {
      name: text,
      description: text,
      private_chat: false,
      labels: [text],
      members: [text],
      threads: [[message(text), message(text)], [message('the last one')]],
    },
  ],
  documents: [
    {
      title: text,
      markdown: text,
      comments: [{ author: text, text, solved: true, replies: [{ author: text, text }] }],
    },
  ],
  events: [{ title: text, organizer: text, start: 'now', end: 'then', attendees: [text] }],
  tables: [
    {
      base: text,
      name: text,
      fields: ['A', text],
      rows: [
        [text, null],
        ['the last cell', 7],
      ],
    },
  ],
});

/** The tokens of a text, those inside others too. */
function tokensOf(markdown: string): Tokens.Generic[] {
  const all: Tokens.Generic[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => void all.push(token));
  return all;
}

/** How often each kind of token stands in a text, without those that only hold others. */
function kindsOf(tokens: readonly Tokens.Generic[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of tokens)
    if (!['text', 'escape', 'space', 'paragraph', 'br', 'em', 'strong'].includes(type))
      counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

describe('a world as Markdown, read by a parser of Markdown', () => {
  it.each(EVIL)('%j has no power in it', (text) => {
    const tokens = tokensOf(renderWorld(world(text)));
    const { html: breaks = 0, ...kinds } = kindsOf(tokens);
    const { html: _none, ...plain } = kindsOf(tokensOf(renderWorld(world('words'))));
    const { link: addresses = 0, ...others } = kinds;
    expect(others).toEqual(plain);
    // An address may be shown as one, but under no other words.
    const links = tokens.filter((token) => token.type === 'link');
    expect(links).toHaveLength(addresses);
    for (const link of links) expect(link['href']).toBe(link['text']);
    // Lines of a cell are the only tags.
    const tags = tokens.filter((token) => token.type === 'html').map(({ raw }) => raw);
    expect(tags).toHaveLength(breaks);
    expect(new Set(['<br>', ...tags])).toEqual(new Set(['<br>']));
  });

  it('a document with very many runs of backticks stays in its fence', () => {
    const text = `${'` '.repeat(300_000)}\`\`\`\`\n# out`;
    const tokens = tokensOf(
      renderWorld({ ...world('words'), documents: [{ title: 'a', markdown: text, comments: [] }] }),
    );
    const code = tokens.filter((token) => token.type === 'code');
    expect(code.map((token) => String(token['text']))).toEqual([text]);
  });
});
