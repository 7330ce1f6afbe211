/** One mistake: an edit at one place of one file of the sample company. */
export interface Mistake {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  /** What stands there instead; `⟦…⟧` is the range of the finding. */
  readonly replacement: string;
  readonly code: string;
  /** Parts of the message that say what to do. */
  readonly says: readonly string[];
}

export const MISTAKES: readonly Mistake[] = [
  {
    name: 'unknown key',
    file: 'cases/H06.case.yaml',
    find: 'exec_notes: |-',
    replacement: '⟦exec_note⟧: |-',
    code: 'unknown-key',
    says: ['"exec_note"', 'Did you mean "exec_notes"?'],
  },
  {
    name: 'dangling actor',
    file: 'cases/H12.case.yaml',
    find: 'npc_involved: [guyan]',
    replacement: 'npc_involved: [⟦guyam⟧]',
    code: 'dangling-actor',
    says: ['"guyam" is not among the actors of the world.', 'Did you mean "guyan"?', 'Known: shaozhi, guyan'],
  },
  {
    name: 'duplicate id',
    file: 'npc/peilan.npc.yaml',
    find: 'actor_key: peilan',
    replacement: 'actor_key: ⟦guyan⟧',
    code: 'duplicate-id',
    says: ['"guyan" already stands in guyan.npc.yaml:1.', 'Each needs an id of its own.'],
  },
  {
    name: 'broken placeholder',
    file: 'world/harbor.world.yaml',
    find: '续约谈判放在 {{D+8}} 之前',
    replacement: '🧊 续约谈判放在 ⟦{{D＋8}}⟧ 之前',
    code: 'bad-placeholder',
    says: ['"{{D＋8}}" is not a date placeholder.', 'Did you mean "{{D+8}}"?'],
  },
  {
    name: 'checkpoint without a number',
    file: 'cases/H05.case.yaml',
    find: '[CP2·结果][必选]',
    replacement: '⟦[CP·结果]⟧[必选]',
    code: 'checkpoint-without-number',
    says: ["Write [CP1·结果], with the point's own number."],
  },
  {
    name: 'eaten prompt',
    file: 'cases/H03.case.yaml',
    find: '|-\n      @小舵 把这个进展同步到 #客户应答群，@Nora Lindqvist 让她心里有数。',
    replacement: '⟦把这个进展同步到 #客户应答群，@Nora Lindqvist 让她心里有数。⟧',
    code: 'eaten-prompt',
    says: ['"#客户应答群，@Nora Lindqvist 让她心里有数。" as a comment', 'Write it as a literal block (|-) or in quotes.'],
  },
  {
    name: 'too many deductions',
    file: 'cases/H02.case.yaml',
    find: '当作现在的开航日期（依据：plan 第一节）',
    replacement: '当作现在的开航日期（依据：plan 第一节）\n  ⟦[扣分]⟧ 说开航日期从没改过（依据：plan 第一节）',
    code: 'too-many-deductions',
    says: ['2 deductions on 2 required points: at most 1 may stand.', 'Remove deductions or add required points.'],
  },
  {
    name: 'hidden text in a sent message',
    file: 'world/harbor.world.yaml',
    find: 'BX-624 的压缩机换好了，正在重新打冷。',
    replacement: 'BX-624 的压缩机换好了🧊⟦台账不写级别，手册不写箱号。 两边拼起来才知道现在该不该停手。⟧',
    code: 'hidden-text-leak',
    says: ['hidden scenario of case "H08" (../cases/H08.case.yaml:', 'would reach the agent. Reword one of the two.'],
  },
];
