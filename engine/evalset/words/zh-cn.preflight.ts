/** Chinese words of what stands in the way of a run. */
export const PREFLIGHT: readonly (readonly [string, string])[] = [
  [
    'The script is not what its evalset gives: {0} Compile a new batch.',
    '剧本与评测集对不上：{0}请重新编译一个批次。',
  ],
  [
    '{0}. The batch can be read and not continued: restore the journal from a copy, or start a new batch.',
    '{0}。这个批次可以查看，不能续跑：请从副本恢复流水，或新建批次。',
  ],
  [
    'No step of the world makes "{0}". Add a step that creates it, or remove it here.',
    '世界的步骤里没有一步建立“{0}”。请加上建立它的步骤，或在这里删去。',
  ],
  [
    'No step of the world makes the group "{0}". Add a group.create for it, or name another one.',
    '世界的步骤里没有一步建立群“{0}”。请加上它的 group.create，或改成别的群。',
  ],
  [
    'No step of the world puts the agent "{0}" into its groups. Add agent.create, agent.bot and agent.join_all to phases.cast.',
    '世界的步骤里没有一步把被测“{0}”放进它的群。请在 phases.cast 加上 agent.create、agent.bot 和 agent.join_all。',
  ],
  [
    'This minute ({0}) is before the start of the day ({1}), so the case is asked at once. Move the minute, or start earlier with --exec-at.',
    '这一分钟（{0}）早于当天的起点（{1}），题目会立刻发出。请改这一分钟，或用 --exec-at 提早开始。',
  ],
  [
    "There is no file {0} beside this file, nor in the evalset's folder. Put it there, or correct the path.",
    '本文件旁边和评测集文件夹里都没有文件 {0}。请放到那里，或改正路径。',
  ],
  [
    'The agent "{0}" has no command; add one in evalset.yaml.',
    '被测“{0}”没有启动命令，请在 evalset.yaml 里加上。',
  ],
  [
    'The agent "{0}" ({1}) could not be started: {2} is not a program that can be run. Build or install it, or mend its command in evalset.yaml.',
    '被测“{0}”（{1}）无法启动：{2} 不是可以运行的程序。请先构建或安装，或改正 evalset.yaml 里的命令。',
  ],
  [
    'The agent "{0}" could not be started: {1} does not exist. Build it first, or mend its command in evalset.yaml.',
    '被测“{0}”无法启动：{1} 不存在。请先构建，或改正 evalset.yaml 里的命令。',
  ],
  [
    'The agent "{0}" is to get {1}, and that variable is not set here. Set it, or remove it from pass_env.',
    '被测“{0}”需要变量 {1}，这里没有设置。请设置它，或从 pass_env 里删去。',
  ],
  [
    'The agent "{0}" was started and {1}. Its bot must open a long connection with LARK_APP_ID, LARK_APP_SECRET and LARK_DOMAIN of its environment.',
    '被测“{0}”已启动，但 {1}。它的机器人须用环境里的 LARK_APP_ID、LARK_APP_SECRET、LARK_DOMAIN 建立长连接。',
  ],
  [
    'The actor "{0}" takes part and has no account in the platform "{1}". Add it to its actors ({2}).',
    '角色“{0}”要出场，平台“{1}”里却没有它的账号。请加到平台的 actors（{2}）。',
  ],
  [
    'The agent "{0}" has no bot in the platform "{1}". Add it to its agents ({2}).',
    '被测“{0}”在平台“{1}”里没有机器人。请加到平台的 agents（{2}）。',
  ],
  [
    'The environment variable {0} is not set; it must hold the secret of {1}.',
    '环境变量 {0} 没有设置；它须是 {1} 的密钥。',
  ],
  [
    'The script needs the scope {0}, which the platform "{1}" has not been given. Grant it in the developer console, and add it to its scopes.',
    '剧本需要权限 {0}，平台“{1}”没有开通。请在开发者后台开通，并加到它的 scopes。',
  ],
  [
    'Judge "{0}": the environment variable {1} is not set; it must hold the key. Set it, or judge with --judge rule or manual.',
    '判官“{0}”：环境变量 {1} 没有设置，它须是密钥。请设置它，或改用 --judge rule 或 manual。',
  ],
  [
    'Judge "{0}" may send {1} requests and has at least {2} questions, so that points stay without a word. Raise budget.calls, or run fewer cases.',
    '判官“{0}”最多发 {1} 次请求，却至少有 {2} 个问题，会有要点判不了。请调高 budget.calls，或少跑几题。',
  ],
  [
    'The budget of the batch limits {0}, and nobody says how much the agent "{1}" takes for a turn, so the limit cannot be held. Add {2} to most_per_turn of its definition (agents: in evalset.yaml), or take {3} out of the budget.',
    '批次预算限制了 {0}，但没有写明智能体“{1}”每一轮最多用多少，这个上限就守不住。请在它的定义（evalset.yaml 的 agents:）的 most_per_turn 里加上 {2}，或从预算里去掉 {3}。',
  ],
  [
    'The agent "{0}" costs {1}, and the budget of the batch is in {2}. Give both in one currency.',
    '智能体“{0}”以 {1} 计价，批次预算以 {2} 计。请用同一种货币。',
  ],
  [
    'The budget of the batch limits money, and judge "{0}" has no price, so the limit cannot be held. Add price to it, or take cost out of the budget.',
    '批次预算限制了花费，但判官“{0}”没有写价格，这个上限就守不住。请给它加上 price，或从预算里去掉 cost。',
  ],
  [
    'Judge "{0}" costs {1}, and the budget of the batch is in {2}. Give both in one currency.',
    '判官“{0}”以 {1} 计价，批次预算以 {2} 计。请用同一种货币。',
  ],
  [
    'The budget of the batch is {0}, and the question that tries the agent before the first case may take {1} already. Raise it.',
    '批次预算是 {0}，而第一题之前试问智能体的那一句就可能用掉 {1}。请调高预算。',
  ],
  [
    'The budget of the batch is {0}, and case {1} alone may take {2} ({3}), so that it is never begun. Raise the budget, or lower what a turn of the agent or a question of a judge (max_input_chars) may take.',
    '批次预算是 {0}，而 {1} 一题就可能用掉 {2}（{3}），因此永远不会开始。请调高预算，或调低智能体每一轮、判官每个问题（max_input_chars）的上限。',
  ],
  [
    'The budget of the batch is {0}, and its {1} cases may take up to {2} ({3}): what does not fit is not begun. Raise the budget, or run fewer cases.',
    '批次预算是 {0}，而它的 {1} 题最多可能用掉 {2}（{3}）：装不下的题不会开始。请调高预算，或少跑几题。',
  ],
  ['agent {0}, judges {1}', '智能体 {0}，判官 {1}'],
  [
    'The budget of the batch is {0} minutes, and by its gates case {1} alone may take {2}, so that it is never begun. Raise the budget, or lower gate_max_sec of the world.',
    '批次预算是 {0} 分钟，而按各道闸门，{1} 一题就可能要 {2} 分钟，因此永远不会开始。请调高预算，或调低世界的 gate_max_sec。',
  ],
  [
    'The budget of the batch is {0} minutes, and its longest group is expected to take {1}: what does not fit is not begun. Raise the budget, or run fewer cases (--budget).',
    '批次预算是 {0} 分钟，而最长的一个群预计要 {1} 分钟：装不下的题不会开始。请调高预算，或少跑几题（--budget）。',
  ],
  [
    'Only {0} MB are free here, and a batch that cannot write its journal is lost. Make room, or give another folder with --batch.',
    '这里只剩 {0} MB，写不下流水的批次就丢了。请腾出空间，或用 --batch 换一个文件夹。',
  ],
  [
    '{0} MB are free here, and {1} cases may write {2} MB. Make room, or give another folder with --batch.',
    '这里剩 {0} MB，{1} 道题可能写 {2} MB。请腾出空间，或用 --batch 换一个文件夹。',
  ],
  [
    'Port {0} of 127.0.0.1 cannot be had ({1}). Leave --port out, or give another one.',
    '127.0.0.1 的端口 {0} 用不了（{1}）。请去掉 --port，或换一个。',
  ],
];
