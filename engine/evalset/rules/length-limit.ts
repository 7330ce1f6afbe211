import type { ValuePath } from '../model.ts';
import { tell } from '../told.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/** What the open platform asks for where groups and documents are made. */
const DEFAULTS = { group_name: 60, group_description: 100, title: 800 } as const;
type Limit = keyof typeof DEFAULTS | 'agent_description';

/** `length-limit`: a name, description or title that is longer than the platform takes (`limits` in evalset.yaml). */
export const lengthLimit: EvalsetRule = ({ file: evalset, world }) => {
  const findings = new Findings();
  if (world === null) return findings.list;
  const { file, value } = world;
  const limits: Readonly<Partial<Record<Limit, number | undefined>>> = {
    ...DEFAULTS,
    ...evalset?.value.limits,
  };
  const look = (limit: Limit, at: ValuePath, text: string | undefined): void => {
    const most = limits[limit];
    const length = text === undefined ? 0 : lengthOf(text);
    if (most === undefined || length <= most) return;
    findings.add(
      'warning',
      'length-limit',
      { file, at },
      tell`This has ${length} characters, and the platform takes ${most}. Shorten it, or set limits.${limit} in evalset.yaml if yours takes more.`,
    );
  };
  for (const [key, { name, description }] of Object.entries(value.groups)) {
    look('group_name', ['groups', key, 'name'], name);
    look('group_description', ['groups', key, 'description'], description);
  }
  value.team_agents.forEach(({ description }, i) =>
    look('agent_description', ['team_agents', i, 'description'], description),
  );
  for (const [key, { title }] of Object.entries(value.assets ?? {}))
    look('title', ['assets', key, 'title'], title);
  value.phases?.preset?.forEach((step, i) => {
    if (step.op === 'doc.create') look('title', ['phases', 'preset', i, 'title'], step.title);
    if (step.op === 'base.provision') look('title', ['phases', 'preset', i, 'name'], step.name);
  });
  return findings.list;
};

/** Characters as people count them, a placeholder as long as the longest date it can become. */
const lengthOf = (text: string): number => Array.from(text.replace(/\{\{[^{}]*\}\}/g, '12月31日')).length;
