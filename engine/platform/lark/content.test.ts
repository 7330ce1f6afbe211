import { expect, it } from 'vitest';
import { flatten } from './content.ts';

const names = new Map([
  ['@_user_1', 'Ann'],
  ['@_user_10', 'Bo'],
]);
const read = (type: string, content: unknown) => flatten(type, JSON.stringify(content), names);

it.each([
  ['text', { text: '@_user_10 and @_user_1' }, '@Bo and @Ann'],
  [
    'post',
    {
      title: 'T',
      content: [
        [
          { tag: 'text', text: 'a ' },
          { tag: 'at', user_id: '@_user_1' },
        ],
        [],
      ],
    },
    'T\na @Ann\n',
  ],
  [
    'post',
    { content: [[{ tag: 'a', href: 'https://x.example', text: 'here' }]] },
    'here (https://x.example)',
  ],
  [
    'interactive',
    {
      title: 'Report',
      elements: [
        [
          { tag: 'text', text: 'done, see ' },
          { tag: 'a', href: 'https://x.example/docx/1', text: 'plan' },
        ],
        [{ tag: 'at', user_id: '@_user_1', user_name: '' }],
        [{ tag: 'note', elements: [{ tag: 'text', text: 'aside' }] }],
        [{ tag: 'button', text: 'OK', type: 'primary' }],
      ],
    },
    'Report\ndone, see plan (https://x.example/docx/1)\n@Ann\naside\n[OK]',
  ],
  // a card as it was sent: it is read back so where the platform does not simplify it
  ['interactive', { elements: [{ tag: 'div', text: { content: 'raw' } }] }, 'raw'],
])('%s %j', (type, content, text) => {
  expect(read(type, content).text).toBe(text);
});

it('pictures in cards and posts are attachments', () => {
  const img = { tag: 'img', image_key: 'img_1' };
  expect(
    read('interactive', { title: '', elements: [[{ tag: 'note', elements: [img] }]] }).attachments,
  ).toEqual([{ kind: 'img', key: 'img_1' }]);
  expect(read('post', { content: [[img]] }).attachments).toEqual([{ kind: 'img', key: 'img_1' }]);
});

it('what cannot be read is kept as it stands', () => {
  expect(flatten('merge_forward', 'Merged and Forwarded Message', names).text).toBe(
    'Merged and Forwarded Message',
  );
  expect(read('post', { content: 7 }).text).toBe('{"content":7}');
});
