import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { FromReview, ToReview } from '../../webviews/shared/protocol.ts';
import { caseMessage, evidence, type CaseMessage } from './harbor.ts';
import { openPanel, type Host, type Panel, type PanelOptions } from './harness.ts';

/** The *Case review* as a person meets it, with the host behind it. */
export class ReviewPage {
  readonly #panel: () => Panel;
  constructor(panel: () => Panel) {
    this.#panel = panel;
  }

  get page(): Page {
    return this.#panel().page;
  }
  get host(): Host {
    return this.#panel().host;
  }
  get posted(): FromReview[] {
    return this.#panel().posted;
  }
  get console(): string[] {
    return this.#panel().console;
  }

  /** Opens the page anew with the failed case of Harbor Tide, or another. */
  start = (options: PanelOptions = {}): Promise<void> =>
    this.#panel().open({ shown: caseMessage(), lists: evidence(), ...options });
  send = (message: ToReview): Promise<void> => this.#panel().send(message);
  sendRaw = (message: unknown): Promise<void> => this.#panel().sendRaw(message);
  /** The host shows this case from now on. */
  show = (shown: CaseMessage): Promise<void> => {
    this.host.shown = shown;
    return this.send(shown);
  };

  option = (id: string): Locator => this.page.locator(`[data-point="${id}"] > [role=option]`);
  chosen = (): Locator => this.page.locator('[role=option][aria-selected=true]');
  tab = (id: string): Locator => this.page.locator(`#tab-${id}`);
  quoteTag = (id: string): Locator => this.page.locator(`.evidence [data-quote="${id}"]`);
  item = (index: number): Locator => this.page.locator(`.virtual-item[data-index="${index}"]`);
  focused = (): Locator => this.page.locator(':focus');
  press = (key: string): Promise<void> => this.page.keyboard.press(key);
  pointIs = (id: string): Promise<void> => this.page.locator(`[data-point=${id}].chosen`).waitFor();
  /** What the panel told the host, of one type. */
  sent = <T extends FromReview['type']>(type: T): Extract<FromReview, { type: T }>[] =>
    this.posted.filter((m): m is Extract<FromReview, { type: T }> => m.type === type);
  /** Where the pages began that were asked for. */
  pages = (): number[] => this.sent('evidence.page').map((m) => m.from);
  inSight = (selector: string): Promise<boolean> =>
    this.page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const frame = element.closest('.evidence, .points-scroll')?.getBoundingClientRect();
        const box = element.getBoundingClientRect();
        return frame !== undefined && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      });
  /** What is read to a person who does not see it. */
  said = (words: string): Promise<void> =>
    this.page.locator('[role=status]', { hasText: words }).waitFor({ state: 'attached' });
}

/** One browser for the tests of a file; no test may break the policy or throw in the page. */
export function useReview(): ReviewPage {
  let panel: Panel | null = null;
  beforeAll(async () => {
    panel = await openPanel();
  });
  afterAll(() => panel?.close());
  const review = new ReviewPage(() => {
    if (panel === null) throw new Error('the panel is open within tests only');
    return panel;
  });
  afterEach(() => {
    expect(panel?.violations).toEqual([]);
    expect(review.console.filter((line) => line.startsWith('[pageerror]'))).toEqual([]);
  });
  return review;
}
