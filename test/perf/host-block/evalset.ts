import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { ROOT } from '../../vscode/host/cache.ts';

const CASES = 94;
/** Cards that ask and write nothing, so that copies of them do not stand in each other's way. */
const COPIED = ['H01', 'H05', 'H07', 'H08', 'H10'];
const TWIN = '2';
/** Texts that are kept to the letter may not stand as plain text. */
const QUOTED = {
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  lineWidth: 0,
  aliasDuplicateObjects: false,
} as const;

const Checks = z.looseObject({ checks: z.record(z.string(), z.unknown()) });
const World = z.looseObject({
  render: z.looseObject({ exec_params: z.looseObject({}) }),
  groups: z.record(z.string(), z.looseObject({ name: z.string() })),
  team_agents: z.array(z.looseObject({ groups: z.array(z.string()) })),
  assets: z.record(z.string(), z.looseObject({ shares: z.array(z.looseObject({ group: z.string() })) })),
  history: z.array(z.looseObject({ group: z.string() })),
});

/**
 * Makes an evalset of 94 cases in 8 groups out of the sample company: each of its four groups gets a twin with the same
 * past, and the cards that only read are copied into both. Waits are short.
 */
export async function writeEvalset(dir: string): Promise<void> {
  await cp(path.join(ROOT, 'samples/harbor'), dir, { recursive: true });
  const file = (name: string) => path.join(dir, name);
  const world = World.parse(parse(await readFile(file('world/harbor.world.yaml'), 'utf8')));
  const twins = Object.fromEntries(
    Object.entries(world.groups).map(([key, group]) => [
      `${key}${TWIN}`,
      { ...group, name: `${group.name}二部` },
    ]),
  );
  const twice = <T extends { group: string }>(all: T[]) =>
    all.flatMap((one) => [one, { ...one, group: `${one.group}${TWIN}` }]);
  const grown = {
    ...world,
    render: {
      ...world.render,
      exec_params: {
        ...world.render.exec_params,
        gate_quiet_sec: 0.3,
        wait_single_sec: 6,
        wait_conditional_sec: 6,
      },
    },
    groups: { ...world.groups, ...twins },
    team_agents: world.team_agents.map((agent) => ({
      ...agent,
      groups: [...agent.groups, ...agent.groups.map((key) => `${key}${TWIN}`)],
    })),
    assets: Object.fromEntries(
      Object.entries(world.assets).map(([key, asset]) => [key, { ...asset, shares: twice(asset.shares) }]),
    ),
    history: twice(world.history),
  };
  await writeFile(file('world/harbor.world.yaml'), stringify(grown, QUOTED));

  const sources = await Promise.all(COPIED.map((id) => readFile(file(`cases/${id}.case.yaml`), 'utf8')));
  const list = await readFile(file('evalset.yaml'), 'utf8');
  const added = Array.from({ length: CASES - 12 }, (_, i) => `P${String(i + 1).padStart(3, '0')}`);
  for (const [i, id] of added.entries()) {
    const card = (sources[i % sources.length] ?? '').replace(/^case_id: .*$/m, `case_id: ${id}`);
    // Every other round goes to the twins.
    const twin = Math.floor(i / sources.length) % 2 === 0 ? TWIN : '';
    await writeFile(
      file(`cases/${id}.case.yaml`),
      card.replace(/^group_key: (.*)$/m, (_, key: string) => `group_key: ${key}${twin}`),
    );
  }
  const checks = Checks.parse(parse(await readFile(file('cases.checks.yaml'), 'utf8')));
  const copies: Record<string, unknown> = Object.fromEntries(
    added.map((id, i) => [id, checks.checks[COPIED[i % COPIED.length] ?? '']]),
  );
  await writeFile(
    file('cases.checks.yaml'),
    stringify({ ...checks, checks: { ...checks.checks, ...copies } }, QUOTED),
  );
  const lines = added.map((id) => `  - cases/${id}.case.yaml\n`).join('');
  await writeFile(file('evalset.yaml'), list.replace('world:', `${lines}world:`));
}
