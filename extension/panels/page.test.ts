import { expect, it } from 'vitest';
import { page } from './page.ts';

it('lets nothing out of its place, and nothing in', () => {
  const html = page({
    nonce: 'n"onload="x',
    source: `https://own.example"><script>x</script>`,
    script: 'a.js"></script><script>x',
    styles: ['a.css', 'b.css'],
    lang: 'en"><base href=x>',
    title: '</title><img src=x onerror=x>&amp;',
  });
  expect(html.match(/<[a-z]+/g)).toEqual(
    '<html <head <meta <meta <meta <link <link <title <body <div <script'.split(' '),
  );
  expect(html).toContain("default-src 'none'; base-uri 'none'; form-action 'none'");
  expect(html).toContain('&lt;/title&gt;&lt;img src=x onerror=x&gt;&amp;amp;');
});
