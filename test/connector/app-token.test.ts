import { expect, it } from 'vitest';
import { inCompany } from './company.ts';

it('asks for another token of the app when the platform’s time has run past the old one', async () => {
  const time = { at: Date.now() };
  await inCompany(
    async ({ platform }) => {
      const group = { name: 'Ops', description: '', private: true, members: ['ann'] };
      const { chat_id } = await platform.createGroup({ ...group, key: 'group-1' });
      // The SDK itself counts by the machine's clock, on which nothing has passed.
      time.at += 3 * 3_600_000;
      expect(await platform.findGroups('Ops')).toEqual([chat_id]);
      expect(await platform.findGroups('Ops')).toEqual([chat_id]);
    },
    () => time.at,
  );
});
