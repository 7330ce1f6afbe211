/** Corrections, and what keeps an evalset from being compiled. */
export const COMPILE: readonly (readonly [string, string])[] = [
  [
    'Without this turn the case would not begin with a query, which opens the thread. Drop another turn.',
    '去掉这一轮，题目就不以提问开头，而话题由提问开启。请去掉别的轮次。',
  ],
  [
    'Case "{0}" has a turn {1} already. Give the new one another number.',
    '题“{0}”已有第 {1} 轮。请给新的一轮换个编号。',
  ],
  ['A conditional line needs its condition. Quote it.', '条件应答要有条件。请引用题卡里的条件。'],
  [
    'Only a conditional line has a condition. Remove it, or set the kind to npc_reply_conditional.',
    '只有条件应答才有条件。请删掉，或把 kind 改成 npc_reply_conditional。',
  ],
  [
    'Turns that are merged stand behind one another; the case plays {0}. Name neighbours in that order.',
    '要合并的轮次必须前后相连；这道题的轮次是 {0}。请按此顺序写相邻的轮次。',
  ],
  [
    'Turns that are merged are of one kind and one speaker. Leave this one out.',
    '要合并的轮次必须类型相同、说话人相同。请去掉这一轮。',
  ],
  [
    'Conditional lines are decided one by one, and cannot be merged.',
    '条件应答是逐条决定的，不能合并。请去掉它。',
  ],
  ['Turn {0} is merged into the one before it. Name that one.', '第 {0} 轮已并入前一轮。请写前一轮的编号。'],
  ['A direct message mentions nobody. Remove the correction.', '私聊不 @ 任何人。请删掉这条修正。'],
  [
    '"{0}" is mentioned in turn {1} by a correction before this one. Remove one of them.',
    '前面的一条修正已在第 {1} 轮 @ 了“{0}”。请删掉其中一条。',
  ],
  [
    'Turn {0} does not begin with "{1}" and white space. Quote its mention to the letter, or remove the correction.',
    '第 {0} 轮不是以“{1}”加空白开头。请一字不差地引用开头的 @，或删掉这条修正。',
  ],
  [
    '"{0} " becomes the real mention in any case. Remove the correction.',
    '“{0} ”本来就会变成真正的 @。请删掉这条修正。',
  ],
  [
    'A correction never writes a line: quote one of the card, to the letter.',
    '修正不能自己写台词：请一字不差地引用题卡里的文本。',
  ],
  ['The card of case "{0}" has no text at {1}. {2}', '题“{0}”的题卡在 {1} 处没有文本。{2}'],
  ['This does not stand in {0} of the card. {1}', '题卡的 {0} 里没有这段文本。{1}'],
  [
    'This does not stand only once in {0} of the card. Quote more of it.',
    '这段文本在题卡的 {0} 里不止出现一次。请多引用一些。',
  ],
  [
    'This cuts "{0}" in two, which becomes a date. Quote all of it.',
    '这里把会变成日期的“{0}”截成了两半。请完整引用。',
  ],
  [
    'Correction {0} ({1}) of the file has dealt with turn {2} already. Remove one of the two.',
    '本文件的第 {0} 条修正（{1}）已处理过第 {2} 轮。请删掉其中一条。',
  ],
  [
    'Case "{0}" has no turn {1}; it has {2}. Correct the number, or remove the correction.',
    '题“{0}”没有第 {1} 轮；它有 {2}。请改正编号，或删掉这条修正。',
  ],
  [
    'There is no case "{0}" in this evalset. Correct the id, or remove the correction.',
    '这个评测集没有题“{0}”。请改正题号，或删掉这条修正。',
  ],
  [
    'Only a clock case has a minute. Set clock_batch: true, or remove it.',
    '只有定点发问的题才写时刻。请写 clock_batch: true，或删掉它。',
  ],
  [
    '"{0}" is no instant of a whole minute; write it as {{D|YYYY-MM-DD}}Thh:mm:00+hh:mm.',
    '“{0}”不是整分钟的时刻；请写成 {{D|YYYY-MM-DD}}Thh:mm:00+hh:mm。',
  ],
  ['"{0}" is no date; write it as YYYY-MM-DD.', '“{0}”不是日期；请写成 YYYY-MM-DD。'],
  ['There is no case "{0}" in this evalset.', '这个评测集没有题“{0}”。'],
  [
    '{0}, which is quoted here, has a placeholder that cannot be rendered.',
    '这里引用的 {0} 有一个换算不了的占位符。请先修好它。',
  ],
  ['The quote cuts "{0}" in two. Quote all of it.', '引用把“{0}”截成了两半。请完整引用。'],
  ['There is no agent under test. Add one.', '没有被测。请加一个。'],
  [
    '"{0}" is a second agent under test; this version runs one.',
    '“{0}”是第二个被测；本版本只运行一个。请删掉一个。',
  ],
  ['"{0}" is no actor of the world.', '世界里没有人物“{0}”。'],
  ['"{0}" is no group of the world.', '世界里没有群“{0}”。'],
  ['"{0}" is not the agent under test.', '“{0}”不是被测。'],
  ['"{0}" is a {1}, but a {2} is wanted here.', '“{0}”是 {1}，而这里要的是 {2}。'],
  ['"{0}" is no document or base of the world.', '世界里没有文档或多维表格“{0}”。'],
  ['"{0}" is no instant with its offset.', '“{0}”不是带时区偏移的时刻。'],
  ['"{0}" leads to a date outside the years 1 to 9999.', '“{0}”算出的日期超出了公元 1 到 9999 年。'],
  ['A case before this one has the id "{0}" already.', '前面已有题用了题号“{0}”。'],
  [
    '"{0}" becomes part of file names: use letters, digits, "_", "-" and ".".',
    '“{0}”会成为文件名的一部分：请用字母、数字、“_”、“-”、“.”。',
  ],
  [
    'Two steps would have the id "{0}". Number the turns 1, 2, 3 …',
    '会有两个步骤的 id 都是“{0}”。请把轮次编为 1、2、3 …',
  ],
  ['The first turn opens the thread, so it must be a query.', '第一轮开启话题，必须是提问（query）。'],
  ['Two world steps would have the id "{0}".', '会有两个世界步骤的 id 都是“{0}”。请改名其中一个资产。'],
  ['The document "{0}" has no body. Write its markdown.', '文档“{0}”没有正文。请写 markdown。'],
  ['The base "{0}" has no fields. Write at least one.', '多维表格“{0}”没有字段。请至少写一个。'],
  ['On this day the world is not valid: {0}.', '在这个评测日，世界不合法：{0}。'],
  [
    '"{0}" is no instant; write it as YYYY-MM-DDThh:mm:ss+hh:mm.',
    '“{0}”不是时刻；请写成 YYYY-MM-DDThh:mm:ss+hh:mm。',
  ],
];
