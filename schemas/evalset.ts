import * as z from 'zod';
import { batchLimits, mostPerTurn } from './budget.ts';
import { check, type Check } from './checks.ts';
import { judgeDefinition } from './model-judge.ts';
import { platformDefinition } from './platform.ts';
import { keyOf, verbatim } from './text.ts';

/** A name that may stand in the name of a file. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

const filePath = z.string().min(1).meta({ description: 'Path, relative to this file', path: true });

/** What an evalset may make of the findings of a code. */
export const RULE_SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
export type RuleSeverity = (typeof RULE_SEVERITIES)[number];

const positive = z.number().positive();

/** How the transcripts of an evalset are played. */
export const rehearsal = z.strictObject({
  role: z
    .enum(['oracle', 'silent', 'refuse_all', 'echo', 'claim_only', 'injected'])
    .optional()
    .meta({ description: 'The case’s perfect agent (default), or one that knows nothing' }),
  reply_seconds: z
    .union([z.number().min(0), z.strictObject({ median: positive, p90: positive })])
    .optional()
    .meta({
      description: 'How long an answer takes; log-normal, median 16 and 90th percentile 175, by default',
    }),
  seed: z.int().optional().meta({ description: 'Seed of the reply times; 1 by default' }),
  most_per_turn: mostPerTurn.optional().meta({
    description:
      'What a turn of the agent that is rehearsed would take at most, to try a budget; a rehearsal itself takes no tokens and no money',
  }),
});

export const agentDefinition = z
  .discriminatedUnion('driver', [
    z.strictObject({
      driver: z
        .literal('member')
        .meta({ description: 'A bot that is a member of the groups, in a process of its own' }),
      command: z.array(z.string().min(1)).min(1).optional().meta({
        description:
          'Program and arguments, no shell. `${evalset}` stands for this folder, `${node}` for the running Node, `${sundowner}` for the folder of the sundowner command, which has `sample-agent.mjs`. The bot gets LARK_APP_ID, LARK_APP_SECRET and LARK_DOMAIN in its environment. Without a command it is already running, which only a platform of `platforms` can have.',
      }),
      env: z.record(z.string(), z.string()).optional().meta({ description: 'Further environment variables' }),
      pass_env: z.array(z.string()).optional().meta({ description: 'Names of variables to pass through' }),
      model: z.string().optional().meta({ description: 'Model behind the agent, for the summary' }),
      most_per_turn: mostPerTurn.optional(),
      isolation: z.literal('sandbox').optional().meta({
        description:
          'The agent may only be run in a sandbox: without one a run is refused. Absent: in a sandbox where one works (Linux with bubblewrap), and the manifest says which',
      }),
      sandbox: z
        .strictObject({
          read: z.array(z.string().min(1)).optional().meta({
            description:
              'Files and folders of this machine that the agent reads beside its program, its script and what lies around them; `${evalset}` stands for this folder, relative paths begin there. None may hold a file of an evalset or batch',
          }),
        })
        .optional()
        .meta({ description: 'What the agent is shown in its sandbox' }),
    }),
    rehearsal.extend({ driver: z.literal('rehearsal') }).meta({
      description:
        'Plays the transcripts of the evalset as a member of the groups: a batch that needs no model and, on the virtual clock, hardly any time',
    }),
  ])
  .meta({ title: 'Agent definition' });

const limit = z.int().min(1).optional();

/** Most characters that a platform takes, by what is named. */
export const lengthLimits = z
  .strictObject({
    group_name: limit.meta({ description: 'Name of a group; 60 by default' }),
    group_description: limit.meta({ description: 'Description of a group; 100 by default' }),
    agent_description: limit.meta({ description: 'Description of an agent under test; none by default' }),
    title: limit.meta({ description: 'Title of a document or base; 800 by default' }),
  })
  .meta({ title: 'Length limits', description: 'Most characters of texts that the platform keeps short' });

/** `evalset.yaml`: names the parts of an evalset and the order of its cases. */
export const evalsetFile = z
  .strictObject({
    name: z.string().min(1),
    version: z.string().min(1).meta({ description: 'Version of the evalset, such as `V1.0`' }),
    description: z.string().optional(),
    cases: z.array(filePath).min(1).meta({
      description: 'Case files (`*.case.yaml`) in the evalset’s order, or one exported `cases.json`',
    }),
    world: filePath
      .optional()
      .meta({ description: 'World preset; an evalset of skill cards alone needs none' }),
    npcs: z.array(filePath).optional(),
    meta: filePath.optional().meta({ description: '`cases.meta.json` beside this file when absent' }),
    checks: filePath.optional().meta({ description: '`cases.checks.yaml` beside this file when absent' }),
    deps: filePath.optional().meta({ description: '`cases.deps.yaml` beside this file when absent' }),
    corrections: filePath.optional().meta({ description: '`corrections.yaml` beside this file when absent' }),
    graders: filePath.optional().meta({ description: '`cases.graders.yaml` beside this file when absent' }),
    schemas: z.record(z.string().min(1), filePath).optional().meta({
      description:
        'JSON Schemas of your own by what they are for: `cases`, `world`, `npcs`, `meta`, `checks`, `deps`, `corrections`, `skills`, or a file name (`*` for any letters, `**` for any folders). They are held against each item (a card, a playbook, a skill’s front matter), and keys that they declare may stand beside ours. Draft-07, 2019-09 or 2020-12; nothing is fetched.',
    }),
    agents: z
      .record(z.string(), agentDefinition)
      .optional()
      .meta({ description: 'Agents under test by name' }),
    default_agent: z.string().optional(),
    budget: batchLimits.optional(),
    platforms: z.record(z.string().regex(NAME), platformDefinition).optional().meta({
      description:
        'Tenants that batches can be run on, by name (`sundowner run --platform NAME`); without one a batch has a platform of its own',
    }),
    judges: z.record(z.string().regex(NAME), judgeDefinition).optional().meta({
      description: 'Models that judge, by name. `rule` and `manual` are there without being defined',
    }),
    default_judge: z.string().optional().meta({
      description: 'Judge of a run: `rule` (default), `manual`, or a name of `judges`',
    }),
    second_judge: z.string().optional().meta({
      description: 'Judges once more, without seeing what the first one said; a name of `judges`',
    }),
    date_forms: z
      .strictObject({
        M: z.string().optional().meta({ description: 'Form of {{M±n}}; `M月` by default' }),
        Y: z.string().optional().meta({ description: 'Form of {{Y±n}}; `YYYY年` by default' }),
        Q: z.string().optional().meta({ description: 'Form of {{Q}}; `Q#` by default' }),
      })
      .optional(),
    sensitive: z.array(z.string().min(1)).optional().meta({
      description: 'Words that may stand in no text that is sent, such as those that a tenant’s filter stops',
    }),
    limits: lengthLimits.optional(),
    rules: z.record(z.string(), z.enum(RULE_SEVERITIES)).optional().meta({
      description:
        'Severity of findings by their code, such as `bare-weekday: off`. `sundowner check --list-rules` lists the codes',
    }),
  })
  .meta({ title: 'Evalset', description: 'The parts of an evalset and the order of its cases' });

/** What a fact comes about by: exactly one of its keys. */
export type FactCause = { sent: number | string } | { check: Check } | { point: string };
const CAUSE_KEYS = ['sent', 'check', 'point'] as const;

const causeObject = z
  .strictObject({
    sent: z
      .union([z.int().min(1), z.string().regex(/^cond\d+$/)])
      .optional()
      .meta({
        description: 'A line of the case was sent: the number of its turn, or `cond1`, `cond2` …',
      }),
    check: check.optional().meta({
      description: 'A check on the evidence of the case that leaves the fact, such as a change of a row',
    }),
    point: z.string().min(1).optional().meta({
      description: 'A point of the case that leaves the fact is met (a deduction or veto: triggered)',
    }),
  })
  .refine((value) => CAUSE_KEYS.filter((key) => value[key] !== undefined).length === 1, {
    error: `a cause has exactly one of: ${CAUSE_KEYS.join(', ')}`,
  })
  .meta({
    id: 'FactCause',
    title: 'What brings a fact about',
    description: 'By it can be told from journal and evidence whether the fact really came about',
  });

/** The parsed value has exactly one key (refined above), which is what the union type says. */
const cause = causeObject as unknown as z.ZodType<FactCause, FactCause>;

const fact = z
  .strictObject({
    id: z.string().min(1).meta({ description: 'Id of the fact, unique in the evalset' }),
    text: verbatim('What is so in the world when the case is over; may hold date placeholders'),
    by: cause.optional().meta({
      description: 'When absent: the lines of the case that are no questions were sent',
    }),
  })
  .meta({ title: 'Fact', description: 'Something that a case leaves in the world' });

/** One reading of a point. */
const branch = z
  .strictObject({
    fact: z.string().min(1).meta({ description: 'Id of a fact that another case leaves' }),
    when: z.enum(['came_about', 'did_not']).optional().meta({
      description:
        '`came_about` (default): it stood in the world when the case began. `did_not`: it did not. Where that cannot be told, the point cannot be judged',
    }),
    text: verbatim(
      'How the point is read then, to the letter; it is added to the point, which keeps its words',
    ),
    check: check.optional().meta({
      description:
        'Decides the point then, in the place of its check in the checks sidecar; without one a judge reads the text',
    }),
    or_as_written: z
      .literal(true)
      .optional()
      .meta({ description: 'Either is right: the point as it is written, or this reading' }),
  })
  .meta({ title: 'Branch of a point' });

/** `cases.deps.yaml`: which cases rest on facts that other cases leave in the world. */
export const depsFile = z
  .strictObject({
    cases: z
      .record(
        keyOf('case', 'Case'),
        z.strictObject({
          depends_on: z
            .array(keyOf('case', 'Case'))
            .optional()
            .meta({ description: 'Cases that stand earlier, and leave what this one rests on' }),
          locks: z
            .array(keyOf('group', 'Group'))
            .optional()
            .meta({ description: 'Groups in which no other case may be played meanwhile, beside its own' }),
          leaves_facts: z.array(fact).optional().meta({
            description: 'What stands in the world when the case is over, and other cases may meet',
          }),
          branches: z.record(z.string(), z.array(branch).min(1)).optional().meta({
            description: 'By point id (`CP1`, `DED1`, `VETO1`): its readings by the facts that are there',
          }),
        }),
      )
      .meta({ description: 'By case id' }),
  })
  .meta({ title: 'Dependencies', description: 'What cases leave in the world, and what rests on it' });

export type Fact = z.infer<typeof fact>;
export type Branch = z.infer<typeof branch>;
export type DepsFile = z.infer<typeof depsFile>;
export type EvalsetFile = z.infer<typeof evalsetFile>;
export type AgentDefinition = z.infer<typeof agentDefinition>;
