/** Skills, and cards on them. */
export const SKILLS: readonly (readonly [string, string])[] = [
  ['The front matter has no end. Close it with a line ---.', 'front matter 没有结束。请用一行 --- 收尾。'],
  [
    'The section "{0}" already stands on line {1}. Put what it says into one.',
    '“{0}”一节已在第 {1} 行出现过。请合并成一节。',
  ],
  [
    'The skill has no front matter. Begin the file with ---, name: …, description: …, ---.',
    '这个技能没有 front matter。请以 ---、name: …、description: …、--- 开头。',
  ],
  ['The front matter has no name. Write name: {0}.', 'front matter 里没有 name。请写 name: {0}。'],
  [
    'The skill is named "{0}", but stands in the folder "{1}", by which cards name it. Make them one.',
    '技能名为“{0}”，文件夹却是“{1}”，题卡按文件夹名引用它。请改成一致。',
  ],
  ['The front matter has no {0}. Add it.', 'front matter 里没有 {0}。请补上。'],
  ['compatibility (tools and surroundings that the skill needs)', 'compatibility（技能需要的工具和环境）'],
  ['The section "## {0}" is missing. Add it.', '缺少“## {0}”一节。请补上。'],
  ['The section "{0}" is empty. Write what it has to say.', '“{0}”一节是空的。请写上内容。'],
  [
    'The process has no steps, so no case can name one. Give each a heading: ### Step 1 …',
    '流程没有分步骤，题卡无法指明某一步。请给每一步加标题：### Step 1 …',
  ],
  ['Step {0} stands twice.', '步骤 {0} 出现了两次。请重新编号。'],
  ['Step {0} is empty. Say what is to be done.', '步骤 {0} 是空的。请写明要做什么。'],
  [
    'There are {0} principles in the list; a skill has {1} to {2}.',
    '列出了 {0} 条原则；一个技能应有 {1} 到 {2} 条。',
  ],
  [
    'The anti-patterns are no list, so no case can be counted for one. Write one a line: - ❌ …',
    '反模式没有写成列表，无法统计哪道题考了哪一条。请一行写一条：- ❌ …',
  ],
  ['An anti-pattern begins with ❌.', '反模式以 ❌ 开头。请补上。'],
  [
    'No case of this evalset tests "{0}" with the coverage {1}. Add one for each.',
    '这个评测集没有以 {1} 覆盖技能“{0}”的题。请每种各补一道。',
  ],
  [
    'No case of this evalset tests this anti-pattern of "{0}". Add one that quotes it in expected, or names it in anti_patterns.',
    '这个评测集没有题考技能“{0}”的这条反模式。请补一道，在 expected 里引用它，或写进 anti_patterns。',
  ],
  ['"{0}" is no type of coverage.{1} Types are {2}.', '“{0}”不是覆盖类型。{1}覆盖类型有：{2}。'],
  [
    'The skills of this card have no such anti-pattern.{0} Write it as it stands in SKILL.md.',
    '这张题卡的技能没有这条反模式。{0}请照 SKILL.md 的原文写。',
  ],
  [
    'This tells of a result that the agent never gets: no interception gives it. Inject it with interceptions, or put the conversation into messages.',
    '这里说到一个结果，但没有拦截给出它，被测拿不到。请用 interceptions 注入，或把对话写进 messages。',
  ],
  [
    'This attachment is only described. Give its url, so that the agent gets it.',
    '这个附件只有描述。请写上 url，让被测拿得到。',
  ],
  [
    'By its note this stands for another attachment, so the case cannot be judged as written. Put the real one here.',
    '按备注，这只是另一个附件的替身，这道题没法照原样判定。请放上真正的附件。',
  ],
  [
    'The injected result begins like JSON, and is none: {0}. Mend it.',
    '注入的结果看起来是 JSON，却不合法：{0}。请修好。',
  ],
  [
    'The last message is what the agent answers, so it is the user’s. Add it, or make this one the user’s.',
    '最后一条消息是被测要回答的，应由用户说。请补上，或把这一条改成用户的。',
  ],
];
