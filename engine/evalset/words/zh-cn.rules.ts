/** What the rules find. */
export const RULES: readonly (readonly [string, string])[] = [
  // Checkpoints
  ['"{0}" is written in full-width brackets. Write [{1}].', '“{0}”用了全角方括号。请写 [{1}]。'],
  ['{0} stands twice on this point. Remove one.', '{0} 在这个得分点上出现了两次。请删掉一个。'],
  [
    '{0} names no class. Write [{1}{2}·结果] or [{3}{4}·过程].',
    '{0} 没写类别。请写 [{1}{2}·结果] 或 [{3}{4}·过程]。',
  ],
  [
    '{0} is marked neither [必选] nor [扣分] nor [一票否决]. A point to be met is written [CP1·结果][必选].',
    '{0} 没有标 [必选]、[扣分] 或 [一票否决]。要命中的得分点写作 [CP1·结果][必选]。',
  ],
  [
    "{0} has no number. Write [{1}1{2}], with the point's own number.",
    '{0} 没有编号。请写 [{1}1{2}]，用这个得分点自己的编号。',
  ],
  [
    '{0} is not a tag.{1} Tags are [CPn·结果] first, then [必选], [交付门], [AND]; or [扣分], [一票否决].',
    '{0} 不是标签。{1}标签先写 [CPn·结果]，再写 [必选]、[交付门]、[AND]；或者写 [扣分]、[一票否决]。',
  ],
  [
    '{0} cannot stand on a {1} point. Remove one of the two.',
    '{0} 不能和 {1} 用在同一个得分点上。请删掉其中一个。',
  ],
  ['【计分】 stands once, on the first line. Move it there.', '【计分】只写一次，放在第一行。请移过去。'],
  [
    'This line has no tags, so it is no point. Begin it with [CPn·结果][必选], [扣分] or [一票否决], or join it to the line above.',
    '这一行没有标签，不算得分点。请以 [CPn·结果][必选]、[扣分] 或 [一票否决] 开头，或并入上一行。',
  ],
  [
    '{0} is already the number of "{1}". Give this point a number of its own.',
    '{0} 已是“{1}”的编号。请给这个得分点另编一个号。',
  ],
  [
    'There is no point to judge by. Write at least one, such as [CP1·结果][必选] ….',
    '没有得分点，无法判定。至少写一个，例如 [CP1·结果][必选] …。',
  ],
  [
    'No point is [必选], so the case cannot be scored. Write at least one, such as [CP1·结果][必选] ….',
    '没有 [必选] 的得分点，这道题无法计分。至少写一个，例如 [CP1·结果][必选] …。',
  ],
  [
    '{0} deductions on {1} required points: at most {2} may stand. Remove deductions or add required points.',
    '必选 {1} 个，扣分却有 {0} 个：扣分最多 {2} 个。请减少扣分，或增加必选。',
  ],
  [
    'The case is scored as max(0, 命中必选数 − 触发扣分数) / 必选总数, but this line says "{0}". Write the formula that is used.',
    '实际的计分是 max(0, 命中必选数 − 触发扣分数) / 必选总数，这一行却写作“{0}”。请写实际所用的公式。',
  ],
  [
    'A veto makes the score 0, but this line says {0}. Write 记 0.',
    '一票否决记 0 分，这一行却写 {0}。请写“记 0”。',
  ],
  [
    'A case has at most 必选数 − 1 deductions, but this line says otherwise. Write 必选数 − 1.',
    '一道题的扣分最多是必选数 − 1，这一行写的不同。请写“必选数 − 1”。',
  ],
  // Judges
  [
    '"{0}" means something else where judges are named or their files are. Give this judge another name.',
    '“{0}”在裁判名或裁判文件名里另有含义。请给这个裁判换个名字。',
  ],
  [
    'Judge "{0}" has a limit in money and no price, so nothing would be asked. Add `price`, or limit calls or tokens.',
    '裁判“{0}”限了费用却没写价格，这样什么都不会问。请补上 `price`，或改为限制调用数、token 数。',
  ],
  [
    'There is no judge "{0}" that can stand here.{1} It can be: {2}.',
    '这里不能写裁判“{0}”。{1}可以写：{2}。',
  ],
  [
    '"{0}" is the first judge already, so it would say the same. Name another one; `repeats` asks the same model again.',
    '“{0}”已经是第一裁判，再判一次还是同样的话。请换一个裁判；要让同一个模型重复判，用 `repeats`。',
  ],
  // Texts and dates
  [
    'a date is {{D}}, {{D+2}}, {{D-7|MM-DD}}, {{D+9|YYYY-MM-DD}}; a month, year or quarter is {{M-1}}, {{Y}}, {{Q}}',
    '日期写作 {{D}}、{{D+2}}、{{D-7|MM-DD}}、{{D+9|YYYY-MM-DD}}；月、年、季度写作 {{M-1}}、{{Y}}、{{Q}}',
  ],
  ['"{0}" is not closed.{1} Close it with }}; {2}.', '“{0}”没有收尾。{1}请用 }} 收尾；{2}。'],
  ['"{0}" is not a date placeholder.{1} In double braces {2}.', '“{0}”不是日期占位符。{1}双花括号里，{2}。'],
  [
    '"{0}" stands apart from any date placeholder, so it is never rewritten: the text depends on the evaluation day. If a date is meant, write it behind one, such as {{D+2}}（{1}）.',
    '“{0}”没有跟着任何日期占位符，不会随评测日改写：这段文本只在某些评测日才对。如果指的是某一天，请跟在占位符后面，例如 {{D+2}}（{1}）。',
  ],
  ['Write it as a literal block (|-) or in quotes.', '请写成字面块（|-），或加上引号。'],
  ['YAML reads "{0}" as a comment and eats it, leaving "{1}".', 'YAML 把“{0}”当成注释吃掉，只剩“{1}”。'],
  ['YAML folds its lines into one and eats the line ends.', 'YAML 会把多行并成一行，吃掉换行。'],
  [
    'YAML eats what stands behind " #" in plain text, and white space around it.',
    'YAML 会吃掉裸文本里“ #”之后的内容，以及首尾的空白。',
  ],
  [
    '"{0}" is kept to the letter, but stands as plain text: {1} {2}',
    '“{0}”要一字不差，却写成了裸文本：{1}{2}',
  ],
  [
    '"{0}" is kept to the letter, but stands in a folded block (>): YAML eats its line ends. {1}',
    '“{0}”要一字不差，却写成了折叠块（>）：YAML 会吃掉换行。{1}',
  ],
  [
    'YAML reads "{0}" behind the closing quote as a comment and eats it. Put it inside the quotes, or remove it.',
    'YAML 把引号后面的“{0}”当成注释吃掉。请放进引号里，或删掉。',
  ],
  [
    'YAML reads "{0}" as a comment and eats it. Put it into the block, or remove it.',
    'YAML 把“{0}”当成注释吃掉。请放进块里，或删掉。',
  ],
  [
    '"{0}" adds a final line end that is not part of the text. Write {1}- (it strips the final line end).',
    '“{0}”会在末尾多出一个不属于文本的换行。请写 {1}-（去掉末尾的换行）。',
  ],
  [
    'This stands in the hidden scenario of case "{0}" ({1}) and would reach the agent. Reword one of the two.',
    '这段话出现在题“{0}”的隐藏情境里（{1}），会泄露给被测。请改写其中一处。',
  ],
  // Keys
  ['"{0}" is not among {1}.{2} Known: {3}.', '{1}没有“{0}”。{2}已有：{3}。'],
  ['the actors of the world', '世界的人物里'],
  ['the groups of the world', '世界的群里'],
  ['the assets of the world', '世界的资产里'],
  ['the team_agents of the world', '世界的 team_agents 里'],
  ['the cases of this evalset', '这个评测集的题里'],
  [
    'the skills of this evalset (folders of skills/ with a SKILL.md)',
    '这个评测集的技能（skills/ 下带 SKILL.md 的文件夹）里',
  ],
  [
    'The {0} "{1}" already stands in {2}. Each needs an id of its own.',
    '{0}“{1}”已在 {2} 出现过。请换一个不重复的名字。',
  ],
  ['case', '题'],
  ['playbook of actor', '人物剧本'],
  ['step', '步骤'],
  ['agent', '被测'],
  [
    '"{0}" becomes part of file names. Use letters, digits, "_", "-" and "."; begin with a letter, a digit or "_".',
    '“{0}”会成为文件名的一部分。请用字母、数字、“_”、“-”、“.”，并以字母、数字或“_”开头。',
  ],
  [
    'There is no case "{0}" in this evalset.{1} Correct the id, or remove its checks.',
    '这个评测集没有题“{0}”。{1}请改正题号，或删掉它的检查。',
  ],
  ['Case "{0}" has no {1} "{2}".{3} It has: {4}.', '题“{0}”没有{1}“{2}”。{3}它有：{4}。'],
  ['point', '得分点'],
  ['line', '台词'],
  ['conditional line', '条件应答'],
  [
    'No rule decides when this line is sent, so it stays unsent. Add conditionals.{0}.cond{1} to cases.checks.yaml, or let the condition say that the speaker is mentioned (被 @).',
    '没有规则决定何时发出这句话，因此不会发出。请在 cases.checks.yaml 里加 conditionals.{0}.cond{1}，或在条件里写明说话人被 @。',
  ],
  // Access
  [
    'The agent "{0}" is not in {1} "{2}" and will not see the question. Add the group to its groups in the world, or ask elsewhere.',
    '被测“{0}”不在{1}“{2}”里，看不到提问。请在世界里把它加进这个群，或换个地方提问。',
  ],
  ['the private group', '私密群'],
  ['the group', '群'],
  [
    'The agent "{0}" may not edit "{1}". Grant it (agent: edit, or a share with edit in one of its groups), unless the case is about that.',
    '被测“{0}”不能编辑“{1}”。请给它权限（agent: edit，或在它所在的群里以 edit 分享），除非这道题考的就是这个。',
  ],
  [
    'The agent "{0}" can read "{1}" in no way. Share it with one of its groups, unless the case is about that.',
    '被测“{0}”读不到“{1}”。请分享给它所在的某个群，除非这道题考的就是这个。',
  ],
  // Settings of a tenant
  ['expected an app id such as cli_a1b2c3d4e5f60718', '应为应用 id，例如 cli_a1b2c3d4e5f60718'],
  ['expected an open_id such as ou_…', '应为 open_id，例如 ou_…'],
  ['expected the name of an environment variable', '应为环境变量的名字'],
  [
    'expected https://HOST without a slash at its end (http only to 127.0.0.1)',
    '应为 https://主机，末尾不带斜杠（只有 127.0.0.1 可用 http）',
  ],
  ['expected a union_id such as on_…', '应为 union_id，例如 on_…'],
];
