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
