/** Chinese words of the rules on worlds, askers, dates, dependencies, totals, gates and lengths. */
export const WORLD_RULES: readonly (readonly [string, string])[] = [
  [
    'This is a write case (rw_type "{0}") without a delivery gate, so words alone score. Mark the [必选] point on what is written or sent with [交付门].',
    '这是写类题（rw_type“{0}”），却没有交付门，只说不做也能得分。请给写入或发送那一条 [必选] 加上 [交付门]。',
  ],
  [
    'This says "{0}", but {1} is {2} seconds, and those are what is waited for. Make the two say the same.',
    '这里写的是“{0}”，但 {1} 是 {2} 秒，实际等的是后者。请把两处改成一致。',
  ],
  [
    'This asks for one order of steps ("{0}") and does not say why. Say what forces it (否则 …, 依据 …, "because …"), or ask for the result alone.',
    '这里要求固定的先后顺序（“{0}”），却没有说明理由。请写明是什么决定了顺序（否则……、依据……），或只要求结果。',
  ],
  [
    'This conditional line does not mention the agent, and an agent that answers to mentions alone never reads it. Give the step a mention of the agent.',
    '这条条件应答没有提及被测；只响应提及的被测读不到它。请给这一步加上对被测的提及。',
  ],
  [
    'Turn {0} is a conditional line, and without its mention an agent that answers to mentions alone never reads it. Remove this correction.',
    '第 {0} 轮是条件应答，去掉提及后，只响应提及的被测读不到它。请删掉这条修正。',
  ],
  [
    'The table states {0} as the total of "{1}", but its rows give {2}. Correct the total, or the rows.',
    '表里写“{1}”合计 {0}，各行相加却是 {2}。请改正合计，或改正各行。',
  ],
  [
    'This states {0}, but the table below it has {1} rows. Correct the number, or the table.',
    '这里写的是 {0}，下面的表却有 {1} 行。请改正数目，或改正表。',
  ],
  [
    'This states {0}, but "{1}" has {2}. Correct the number, or remove it.',
    '这里写的是 {0}，“{1}”里却有 {2} 个。请改正数目，或删掉它。',
  ],
  [
    '"{0}" is the same on every evaluation day, while the dates around it move. Write a placeholder, such as {{D+3}}, {{D-7|MM-DD}} or {{D+9|YYYY-MM-DD}}.',
    '“{0}”在任何评测日都不变，而周围的日期会变。请写成占位，例如 {{D+3}}、{{D-7|MM-DD}} 或 {{D+9|YYYY-MM-DD}}。',
  ],
  [
    '"{0}" is who says this, and is spoken of as somebody else. Say it in the first person, or let somebody else ask.',
    '说这句话的就是“{0}”，话里却把他当作别人。请改用第一人称，或换一个人来问。',
  ],
  [
    'The agent "{0}" is not in the private group "{1}", so no message of it there can ever be evidence. Add the group to its groups in the world, or name another one here.',
    '被测“{0}”不在私有群“{1}”里，它在那里不会有任何消息可以取证。请在世界里把这个群加给它，或在这里换一个群。',
  ],
  [
    'The agent "{0}" is not in the group "{1}", so no message of it there can ever be evidence. Add the group to its groups in the world, or name another one here.',
    '被测“{0}”不在群“{1}”里，它在那里不会有任何消息可以取证。请在世界里把这个群加给它，或在这里换一个群。',
  ],
  [
    '"{0}" is private and none of the groups of the agent "{1}": joined, it would read what is kept from it. Remove it here, or add it to the agent\'s groups.',
    '“{0}”是私有群，也不在被测“{1}”的群里：进群后它会读到本该对它保密的内容。请从这里删掉，或把它加进被测的群。',
  ],
  ['This rests on case "{0}".', '这里依据的是题“{0}”。'],
  [
    'In case "{0}" ({1}), which comes earlier, a colleague speaks of {2}, and that stays in the world.',
    '排在前面的题“{0}”（{1}）里，有同事说到 {2}，这些话会留在世界里。',
  ],
  [
    'Only a colleague in case "{0}" ({1}), which comes earlier, says this.',
    '只有排在前面的题“{0}”（{1}）里的同事说过这句话。',
  ],
  [
    '{0} Say in cases.deps.yaml that "{1}" depends_on "{2}", and give the point a branch if it is read in another way then.',
    '{0}请在 cases.deps.yaml 里写明“{1}”depends_on“{2}”；如果这时得分点的读法不同，再给它加一条分支。',
  ],
  [
    'Case "{0}" cannot depend on itself. Remove it from depends_on.',
    '题“{0}”不能依赖自己。请从 depends_on 里删掉。',
  ],
  [
    'Case "{0}" stands later in the order than "{1}", so what it leaves is not there yet. Put "{2}" before it, or remove it from depends_on.',
    '题“{0}”排在“{1}”之后，它留下的事实那时还不存在。请把“{2}”排到前面，或从 depends_on 里删掉。',
  ],
  [
    'There is no case "{0}" in this evalset.{1} Correct the id, or remove its dependencies.',
    '这个评测集里没有题“{0}”。{1}请改正题号，或删掉它的依赖。',
  ],
  ['Case "{0}" has no point "{1}".{2} It has: {3}.', '题“{0}”没有得分点“{1}”。{2}它有：{3}。'],
  [
    'No case leaves a fact "{0}".{1} Write it down in the leaves_facts of the case that leaves it.',
    '没有哪道题留下事实“{0}”。{1}请把它登记在留下它的那道题的 leaves_facts 里。',
  ],
  [
    'The fact "{0}" is left by case "{1}", which "{2}" does not depend on. Add "{3}" to its depends_on.',
    '事实“{0}”是题“{1}”留下的，而“{2}”没有依赖那道题。请把“{3}”加进它的 depends_on。',
  ],
  [
    'The fact "{0}" is already left by case "{1}" ({2}). Each needs an id of its own.',
    '事实“{0}”已由题“{1}”登记（{2}）。每个事实要有自己的编号。',
  ],
  [
    'Nothing says by what "{0}" comes about: case "{1}" has no line of a colleague. Say it in by (sent, check or point).',
    '没有写明“{0}”凭什么成立：题“{1}”没有同事的台词。请用 by 写明（sent、check 或 point）。',
  ],
  [
    'A point rests on posts in a group in which another case may be played meanwhile.',
    '得分点以某群里的发言为凭，而那个群里可能同时在跑别的题。',
  ],
  [
    'Case "{0}" is asked in group "{1}": played at the same time, a post there may belong to either, and this cannot be judged. Give "{2}" the group to itself in cases.deps.yaml: locks: [{3}].',
    '题“{0}”在群“{1}”里提问：两题同时跑时，群里的发言可能属于任意一题，这里就无法判定。请在 cases.deps.yaml 里让“{2}”独占该群：locks: [{3}]。',
  ],
  [
    'A fact comes about by a line or a point that does not exist, or nothing says by what.',
    '事实所凭的台词或得分点不存在，或没有写明凭什么成立。',
  ],
  [
    'This has {0} characters, and the platform takes {1}. Shorten it, or set limits.{2} in evalset.yaml if yours takes more.',
    '这里有 {0} 个字符，平台只收 {1} 个。请缩短；如果你的平台收得更多，请在 evalset.yaml 里设 limits.{2}。',
  ],
  [
    '"{0}" is on the list of sensitive words (sensitive in evalset.yaml), and this text is sent. Say it in other words, or take it off the list.',
    '“{0}”在敏感词表里（evalset.yaml 的 sensitive），而这段文字会发出去。请换个说法，或从词表里去掉。',
  ],
  ['Who asks is spoken of as somebody else.', '提问人在话里被当成了别人。'],
  ['A conditional line does not mention the agent.', '条件应答没有提及被测。'],
  ['The agent is not in a group in which its messages are to be evidence.', '被测不在要取证的核验群里。'],
  ['A write case has no delivery gate.', '写类题没有交付门。'],
  ['A case rests on what another one leaves, and does not say so.', '题目依赖另一题留下的事实，却没有写明。'],
  ['A case depends on one that stands later, or on itself.', '题目依赖排在它后面的题，或依赖自己。'],
  [
    'A branch names a fact that no case leaves, or none that is depended on.',
    '分支写到的事实没有哪道题留下，或留下它的题不在依赖里。',
  ],
  ['The dependencies name a case or a point that does not exist.', '依赖表写到的题或得分点不存在。'],
  [
    'The note of a gate tells of another time than the one that is waited for.',
    '门的备注写的时间与实际等待的不同。',
  ],
  ['A name, description or title is longer than the platform takes.', '名称、描述或标题超出平台的长度上限。'],
  ['A calendar date stands where a placeholder belongs.', '该用占位的地方写了具体日期。'],
  ['One order of steps is asked for, and nothing says why.', '要求固定的先后顺序，却没有说明理由。'],
  [
    'A step puts the agent into a private group that is none of its own.',
    '有一步把被测拉进了不属于它的私有群。',
  ],
  ['A text that is sent holds a word of the list of sensitive ones.', '会发出去的文字里有敏感词表中的词。'],
  ['A stated total is not what the table gives.', '写明的合计与表的内容不符。'],
  [
    'An unmet delivery gate makes the [结果] points unmet, and no more, but this line says otherwise. Write 本题全部 [结果] 类必选按未命中计.',
    '交付门未命中只使 [结果] 类必选按未命中计，这一行写的却不同。请写“本题全部 [结果] 类必选按未命中计”。',
  ],
];
