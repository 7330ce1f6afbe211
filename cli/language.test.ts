import { expect, it } from 'vitest';
import { CODES, sentencesOf, toldIn, type Finding } from '../engine/evalset/index.ts';
import { CARD, checkFiles, evalsetWith } from '../engine/evalset/testing.ts';
import { sarif } from './sarif.ts';
import { toldFinding } from './told-finding.ts';

const ENGLISH = '"mya" is not among the actors of the world. Did you mean "mia"? Known: mia, ron.';
const CHINESE = '世界的人物里没有“mya”。是不是想写“mia”？已有：mia, ron。';

async function finding(): Promise<Finding> {
  const files = evalsetWith({ 'a.case.yaml': CARD.replace('asker: mia', 'asker: mya') });
  const found = (await checkFiles(files)).find(({ code }) => code === 'dangling-actor');
  if (found === undefined) throw new Error('no finding');
  return found;
}

it.each([
  ['en', ENGLISH],
  ['zh-cn', CHINESE],
  ['fr', ENGLISH],
])('a finding is told in %s', async (tag, message) => {
  const language = sentencesOf(tag);
  const one = await finding();
  expect(toldFinding(one, language)).toMatchObject({ code: 'dangling-actor', message });
  expect(toldFinding(one, language)).not.toHaveProperty('told');
  const [info] = [...CODES.values()].filter(({ code }) => code === 'dangling-actor');
  expect(sarif([one], language)).toMatchObject({
    runs: [
      {
        tool: {
          driver: {
            rules: [
              {
                id: 'dangling-actor',
                shortDescription: { text: toldIn(info!.what, language) },
                defaultConfiguration: { level: 'error' },
              },
            ],
          },
        },
        results: [{ message: { text: message } }],
      },
    ],
  });
});

it('what has no words of its own is told as it is', async () => {
  const { told: _, ...plain } = await finding();
  expect(toldFinding(plain, sentencesOf('zh-cn')).message).toBe(ENGLISH);
});
