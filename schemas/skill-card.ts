import * as z from 'zod';
import { keyOf, verbatim } from './text.ts';

/** How much of a task a skill covers. */
export const COVERAGE_TYPES = ['完美匹配', '部分覆盖', '完全不覆盖'] as const;
/** Of cases on several skills at once; no skill owes one. */
export const JOINT_COVERAGE = '多 skill';

export const skillMessage = z
  .strictObject({
    role: z.enum(['user', 'agent']).meta({ description: 'Who wrote it' }),
    text: verbatim('What was written, to the letter'),
  })
  .meta({ title: 'Message' });

export const attachment = z
  .strictObject({
    kind: z.enum(['image', 'file']),
    url: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Where it is; absent as long as it is only described' }),
    note: verbatim('What it shows, or what it stands for').optional(),
  })
  .meta({ title: 'Attachment' });

export const interception = z
  .strictObject({
    type: z.literal('tool_intercept'),
    intercept_tool: z.string().min(1).meta({ description: 'Name of the tool whose calls are answered' }),
    inject_tool_result: z.strictObject({
      is_error: z.boolean(),
      content: verbatim('What the tool answers, to the letter; JSON as a rule'),
    }),
  })
  .meta({ title: 'Interception', description: 'A tool whose calls get this result instead of a real one' });

/** The skill card: one case that asks whether an agent follows a skill. */
export const skillCard = z
  .strictObject({
    kind: z.literal('skill'),
    case_id: z
      .string()
      .min(1)
      .meta({ description: 'Identity of the case, unique in the evalset', defines: 'case' }),
    title: z.string().min(1),
    dimension: z.string().min(1).meta({ description: 'Dimension that the case belongs to' }),
    skills: z
      .array(keyOf('skill', 'Skill: the name of a folder in skills/'))
      .min(1)
      .meta({ description: 'Skills that are tested' }),
    coverage: z.string().min(1).meta({
      description:
        'How much of the task the skill covers: 完美匹配, 部分覆盖, 完全不覆盖; 多 skill with several',
    }),
    difficulty: z.enum(['简单', '中等', '困难']),
    input: z.strictObject({
      messages: z.array(skillMessage).min(1).meta({
        description:
          'The conversation; its last message is what the agent answers, those before it the history',
      }),
      context: verbatim('What else is so when the message arrives').optional(),
      attachments: z.array(attachment).optional(),
    }),
    interceptions: z.array(interception).optional(),
    expected: verbatim('What the agent should do, one a line'),
    pass: verbatim('When the case is passed'),
    fail: verbatim('When it is failed'),
    scoring: verbatim('How it is scored: LLM-judge, 自动, or both, and by what'),
    anti_patterns: z.array(verbatim('Anti-pattern, in the skill’s own words')).optional().meta({
      description:
        'Anti-patterns of the skills that the case tests; those that `expected` quotes need no mention',
    }),
    skill_config: z.strictObject({
      skill_enabled: z.boolean(),
      active_skills: z.array(keyOf('skill', 'Skill that the agent is given')),
    }),
  })
  .meta({ title: 'Case card (skill)', description: 'One case on a skill, and when it counts as passed' });

export type SkillCard = z.infer<typeof skillCard>;
export type SkillMessage = z.infer<typeof skillMessage>;
export type Attachment = z.infer<typeof attachment>;
export type Interception = z.infer<typeof interception>;

/** A list of skill cards in the evalset's order. */
export const skillCardList = z.array(skillCard).meta({ title: 'Case cards (skill)' });
