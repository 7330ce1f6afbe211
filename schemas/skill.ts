import * as z from 'zod';
import { verbatim } from './text.ts';

const section = (description: string) =>
  z
    .strictObject({
      text: z.string().meta({ description: 'All that stands in the section' }),
      items: z.array(verbatim('A list item of the section')).optional(),
    })
    .optional()
    .meta({ description });

export const skillStep = z.strictObject({
  step: z.string().meta({ description: 'What stands behind "Step", such as `0` or `2a`' }),
  title: z.string(),
  text: z.string(),
});

/** `skills/<name>/SKILL.md` as read: its front matter, and its sections. All but the front matter is made from Markdown. */
export const skillFile = z
  .strictObject({
    front: z
      .looseObject({
        name: z
          .string()
          .optional()
          .meta({ description: 'Name of the skill: that of its folder', defines: 'skill' }),
        description: z.string().optional().meta({ description: 'One sentence: what it is for' }),
        compatibility: z.string().optional().meta({ description: 'Tools and surroundings that it needs' }),
        metadata: z
          .looseObject({
            version: z.union([z.string(), z.number()]).optional(),
            incomplete: z.boolean().optional().meta({
              description: 'A stub: what is missing is told as warnings instead of errors',
            }),
          })
          .optional(),
      })
      .optional(),
    title: z.string().optional(),
    role: z.string().optional().meta({ description: 'What stands between title and first section' }),
    principles: section('核心原则: three to six'),
    triggers: section('触发条件: when the skill is to be used'),
    process: section('执行流程: how, step by step'),
    steps: z.array(skillStep).optional(),
    output: section('输出契约: what an answer must hold'),
    anti_patterns: section('反模式: what must not be done'),
  })
  .meta({ title: 'Skill' });

export type SkillFile = z.infer<typeof skillFile>;
export type SkillStep = z.infer<typeof skillStep>;
