import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openPanel, type Panel } from './harness.ts';
import { states } from './states.ts';
import { shootAll, shootParts } from './shoot.ts';
import type { Theme } from './themes.ts';

const THEMES: readonly Theme[] = ['dark', 'light', 'hc', 'hc-light'];
const only = process.env['SUNDOWNER_SCREENS']?.split(',') ?? [];

describe('pictures', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await openPanel();
  });
  afterAll(() => panel.close());

  test.each(THEMES.filter((theme) => only.length === 0 || only.includes(theme)))(
    'every state is drawn in %s at 720 and 480, within its frame and without a violation',
    async (theme) => {
      const n = await shootAll(panel, [theme], [720, 480]);
      await shootParts(panel, theme);
      expect(n).toBe(2 * Object.keys(states()).length);
      expect(panel.violations).toEqual([]);
      expect(panel.requests).toEqual([]);
      expect(
        panel.console.filter((line) => line.startsWith('[error]') || line.startsWith('[pageerror]')),
      ).toEqual([]);
    },
    120_000,
  );
});
