import { beforeEach, describe, expect, test } from 'vitest';
import type { ReviewPoint } from '../../schemas/review.ts';
import { caseMessage, points } from './harbor.ts';
import { humanWord } from './make.ts';
import { useReview } from './review-page.ts';
import { labelledPoints, states } from './states.ts';

const review = useReview();
const { option, pointIs, press, sent, show, start } = review;
const of = { batch: '/home/lin/runs/batch-7', case_id: 'H07' };
const radio = (name: string) => review.page.getByRole('radio', { name, exact: true });
const yours = () => review.page.locator('.yours');
const saved = (rev: number) => review.send({ v: 1, type: 'human.saved', of, rev });
const words = () => sent('human.set').map(({ point, word, rev }) => [point, word, rev]);

/** Selects text of the agent's message at `index`, as a person's mouse would. */
async function selectIn(index: number, text: string): Promise<void> {
  await review.item(index).locator('.evidence-text').waitFor();
  await review.page.evaluate(
    ([at, wanted]) => {
      const item = document.querySelector(`.virtual-item[data-index="${at}"] .evidence-text`);
      if (item === null) throw new Error('no such item');
      const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      const nodes: { node: Node; from: number }[] = [];
      let whole = '';
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.parentElement?.closest('.quote-tag') != null) continue;
        nodes.push({ node, from: whole.length });
        whole += node.textContent ?? '';
      }
      const start = whole.indexOf(wanted);
      if (start < 0) throw new Error(`${wanted} is not in ${whole}`);
      const range = document.createRange();
      const place = (offset: number) => nodes.findLast((one) => one.from <= offset);
      const [a, b] = [place(start), place(start + wanted.length - 1)];
      if (a === undefined || b === undefined) throw new Error('no place');
      range.setStart(a.node, start - a.from);
      range.setEnd(b.node, start + wanted.length - b.from);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    },
    [index, text] as const,
  );
}

describe('a person’s verdict', () => {
  beforeEach(async () => {
    await start();
    await option('CP3').click();
    await pointIs('CP3');
  });

  test('stands in its own column, is saved at once, and is drawn before the folder is read anew', async () => {
    expect(await review.page.locator('.judge-columns').textContent()).toBe('1st2ndYou');
    await press('u');
    await yours().getByText('saving…').waitFor();
    expect(sent('human.set')).toEqual([
      {
        ...{ v: 1, type: 'human.set', of, rev: 4, point: 'CP3', word: 'unmet', reason: '' },
        ...{ selection: null, seen: true },
      },
    ]);
    expect(await radio('Unmet').getAttribute('aria-checked')).toBe('true');
    expect(await option('CP3').locator('.glyph').last().getAttribute('aria-label')).toBe(
      'Your verdict, Unmet',
    );
  });

  test('keys that come faster than the disk wait for each other; 0 clears', async () => {
    await press('m');
    await press('u');
    await press('0');
    expect(words()).toEqual([['CP3', 'met', 4]]);
    await saved(5);
    await expect.poll(words).toHaveLength(2);
    await saved(6);
    await expect.poll(words).toEqual([
      ['CP3', 'met', 4],
      ['CP3', 'unmet', 5],
      ['CP3', null, 6],
    ]);
    expect(await radio('Met').getAttribute('aria-checked')).toBe('false');
    await press('0');
    expect(words()).toHaveLength(3);
  });

  test('takes the words that are selected in the evidence, without the tags between them', async () => {
    const text = '持续 26 分钟，Lin Zhuo 在 23:40 前把货转进';
    await selectIn(2, text);
    await yours().getByText('Goes with the words that you selected:').waitFor();
    await radio('Met').click();
    expect(sent('human.set')[0]).toMatchObject({
      word: 'met',
      selection: { kind: 'thread', index: 2, text },
    });
    // It is used up: the next point does not rest on it.
    await saved(5);
    await option('CP4').click();
    await press('m');
    await expect.poll(() => sent('human.set')[1]).toMatchObject({ point: 'CP4', selection: null });
  });

  test('a selection over two messages goes with nothing', async () => {
    await review.item(4).locator('.evidence-text').waitFor();
    await review.page.evaluate(() => {
      const at = (index: number) =>
        document.querySelector(`.virtual-item[data-index="${index}"] .evidence-text`);
      const [from, to] = [at(2), at(4)];
      if (from === null || to === null) throw new Error('not drawn');
      getSelection()?.setBaseAndExtent(from, 0, to, 1);
    });
    await press('m');
    expect(sent('human.set')[0]).toMatchObject({ selection: null });
  });

  test('a reason goes with the word; keys are letters in it', async () => {
    await press('u');
    await saved(5);
    const box = review.page.getByPlaceholder('Reason (optional)');
    await box.fill('much too uncertain');
    await box.press('Enter');
    await expect
      .poll(() => sent('human.set').at(-1))
      .toMatchObject({ word: 'unmet', reason: 'much too uncertain', rev: 5 });
    expect(sent('human.set')).toHaveLength(2);
    await pointIs('CP3');
  });

  test('what is being written stays while the host answers, and shows the case anew', async () => {
    await press('u');
    const box = review.page.getByPlaceholder('Reason (optional)');
    await box.pressSequentially('no ');
    await saved(5);
    await box.pressSequentially('da');
    const again = structuredClone(review.host.shown);
    if (again === null) throw new Error('the host shows no case');
    again.review.title = 'Read anew';
    await review.show(again);
    await review.page.getByText('Read anew').waitFor();
    await box.pressSequentially('te');
    expect(await box.inputValue()).toBe('no date');
    await box.press('Enter');
    await expect.poll(() => sent('human.set').at(-1)).toMatchObject({ word: 'unmet', reason: 'no date' });
    await saved(6);
    expect(await box.inputValue()).toBe('no date');
  });

  test('a reason that was begun before the word is kept for it', async () => {
    const box = review.page.getByPlaceholder('Reason (optional)');
    await box.fill('not stated');
    await option('CP1').click();
    expect(sent('human.set')).toEqual([]);
    await option('CP3').click();
    expect(await box.inputValue()).toBe('not stated');
    await press('c');
    expect(sent('human.set')[0]).toMatchObject({ word: 'cannot', reason: 'not stated' });
  });

  test('what was refused shows both words, and can be saved on what is there now', async () => {
    await press('m');
    const newer = { word: 'unmet', who: 'Gu Yan', reason: '没有承诺' } as const;
    await review.send({
      v: 1,
      type: 'refused',
      of,
      rev: 9,
      why: 'Somebody labelled this case meanwhile.',
      newer,
    });
    const alert = review.page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/Somebody.*Unmet.*Gu Yan.*没有承诺.*Met.*is what you chose/u);
    await alert.getByRole('button', { name: 'Save mine' }).click();
    await expect.poll(words).toEqual([
      ['CP3', 'met', 4],
      ['CP3', 'met', 9],
    ]);
  });

  test('for a deduction the words are of a trigger', async () => {
    await option('DED1').click();
    await radio('Not triggered').waitFor();
    await radio('Triggered').focus();
    await press('ArrowRight');
    await press('Enter');
    expect(words()).toEqual([['DED1', 'unmet', 4]]);
  });

  test('an answer that belongs to another case changes nothing', async () => {
    await press('m');
    await review.send({ v: 1, type: 'human.saved', of: { ...of, case_id: 'H08' }, rev: 50 });
    await press('u');
    await saved(5);
    await expect.poll(words).toEqual([
      ['CP3', 'met', 4],
      ['CP3', 'unmet', 5],
    ]);
  });
});

describe('re-scoring', () => {
  const bar = () => review.page.locator('.rescore');

  test('is offered for words that evidence carries and no score rests on', async () => {
    await start({ shown: states()['fail-labelled'] });
    await bar().getByRole('button', { name: 'Re-score with 2 human verdicts…' }).click();
    expect(sent('rescore')).toEqual([{ v: 1, type: 'rescore', of }]);
    expect(await bar().textContent()).toContain('0 of 5 stays on file');
  });

  test.each<[string, ReviewPoint[]]>([
    ['nobody labelled', points()],
    ['all are adopted', labelledPoints(true)],
    [
      'nothing carries the word',
      points().map((p) => ({ ...p, human: [humanWord(p, 'met', 'Lin Zhuo', '', { carried: false })] })),
    ],
    [
      'only a model labelled',
      points().map((p) => ({ ...p, human: [humanWord(p, 'met', 'CC', '', { model: true })] })),
    ],
  ])('is not offered where %s', async (_, all) => {
    await start({ shown: caseMessage({ points: all }) });
    await option('CP3').click();
    await yours().waitFor();
    expect(await bar().count()).toBe(0);
  });

  test('a word that nothing carries says what to do', async () => {
    const all = points().map((p) => ({
      ...p,
      human: [humanWord(p, 'met', 'Lin Zhuo', '', { carried: false })],
    }));
    await start({ shown: caseMessage({ points: all }) });
    await option('CP3').click();
    await yours().getByText('Select the agent’s words that do').waitFor();
  });

  test('a word that was cleared while the score rests on it can be taken back from the score', async () => {
    const all = points().map((p) => (p.id === 'CP3' ? { ...p, decided_by: 'Lin Zhuo' } : p));
    await start({ shown: caseMessage({ points: all }) });
    await bar().getByRole('button', { name: 'Re-score without human verdicts…' }).waitFor();
  });

  test('shows the result before and after, and who decided', async () => {
    await start({ shown: states()['fail-rescored'] });
    const history = review.page.locator('.earlier[open]');
    expect(await history.locator('li').allTextContents()).toEqual([
      expect.stringMatching(
        /^0 of 5: veto triggered; CP3, VETO1 decided by Lin Zhuo · judges, 2 human verdicts/u,
      ),
      expect.stringMatching(/^0 of 5: delivery gate CP5 unmet.* · judges only/u),
    ]);
    await option('VETO1').click();
    await review.page.getByText('The score rests on it, in the judge’s place.').waitFor();
    expect(await option('VETO1').textContent()).toContain('Triggered · Lin Zhuo');
  });
});

describe('a batch that is only read', () => {
  test('has no form, no bar, and no key writes; what others said is shown', async () => {
    const { readonly } = states();
    await start({ shown: { ...readonly, review: { ...readonly.review, points: labelledPoints(false) } } });
    await option('CP3').click();
    await review.page.locator('.judgement', { hasText: 'Gu Yan' }).waitFor();
    for (const key of ['m', 'u', 'c', '0', 'f']) await press(key);
    expect(await yours().count()).toBe(0);
    expect(await review.page.locator('dialog, .rescore').count()).toBe(0);
    expect([...sent('human.set'), ...sent('flag.set')]).toEqual([]);
  });
});

describe('a flag', () => {
  test('names its points, is saved by Ctrl+Enter, and says that it moves no score', async () => {
    await start();
    await option('CP2').click();
    await press('f');
    const form = review.page.locator('dialog.flag-form');
    await form.getByText('A flag never changes a score.').waitFor();
    await form.getByRole('radio', { name: 'Dependency' }).click();
    await form.getByRole('button', { name: 'CP5' }).click();
    await form.locator('textarea').fill('H03 left its words in the group. mucf');
    await form.locator('textarea').press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    expect(sent('flag.set')).toEqual([
      {
        ...{ v: 1, type: 'flag.set', of, rev: 4, dimension: 'dependency', points: ['CP2', 'CP5'] },
        reason: 'H03 left its words in the group. mucf',
      },
    ]);
    expect(sent('human.set')).toEqual([]);
  });

  test('of one’s own is changed or taken away; Escape leaves it', async () => {
    const own = { dimension: 'env', points: ['CP1'], reason: 'the group was empty' } as const;
    const flag = {
      dimension: 'environment',
      reason: own.reason,
      by: 'Lin Zhuo',
      at: '',
      own: { ...own, points: [...own.points] },
    };
    await start({ shown: caseMessage({ flags: [flag] }) });
    await review.page.getByRole('button', { name: 'Edit' }).click();
    const form = review.page.locator('dialog.flag-form');
    expect(await form.locator('textarea').inputValue()).toBe('the group was empty');
    await press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(sent('flag.set')).toEqual([]);
    await review.page.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('button', { name: 'Take my flag away' }).click();
    await expect.poll(() => sent('flag.set')).toMatchObject([{ dimension: 'env', reason: null }]);
  });
});

describe('labelling blind', () => {
  test('hides every word of the judges, and the label says that it was given so', async () => {
    await start({ shown: states()['fail-rescored'] });
    await option('CP3').click();
    await press('h');
    await review.page.locator('.bar-blind').waitFor();
    const text = await review.page.locator('.review').textContent();
    for (const words of [
      'veto triggered',
      'rule set harbor-1·',
      '温度与经手人都给出',
      'counts as unmet',
      'Overridden',
    ])
      expect(text).not.toContain(words);
    expect(await review.page.locator('.judgement, .score-line, .earlier').count()).toBe(0);
    expect(
      await review.page
        .locator('.evidence [data-quote*="/first/"], .evidence [data-quote*="/second/"]')
        .count(),
    ).toBe(0);
    await press('m');
    expect(sent('human.set')[0]).toMatchObject({ seen: false });
    await review.page.getByRole('button', { name: 'Show them' }).click();
    await review.page.locator('.score-line').waitFor();
  });

  test('the host opens a point of a sample so', async () => {
    await start();
    await review.send({ v: 1, type: 'select', point: 'CP4', blind: true });
    await pointIs('CP4');
    await review.page.locator('.bar-blind').waitFor();
    await show(caseMessage({ revision: 'r2' }));
    await review.page.locator('.bar-blind').waitFor();
  });
});
