import { linked, say } from './sentence.ts';
import type { VoidWritten, Words } from './words.ts';

/** What an agent wrote a hidden text in. */
const VOID_WRITTEN: Readonly<Record<VoidWritten, string>> = {
  message: '消息',
  edited: '改掉或撤回的消息',
  attachment: '文件名',
  document: '文档',
  row: '表格',
  title: '标题',
  operation: '操作',
};

export const zh: Words = {
  locale: 'zh',

  outOf: (met, total) => `${met} / ${total}`,
  passed: (met, total) => `${met} / ${total} 通过`,
  because: (head, cause) => say(head, '：', cause),
  causeSeparator: '；',
  veto: '触发一票否决',
  gateUnmet: (ids, overridden) =>
    say(
      ...(ids.length === 0 ? ['交付门'] : ['交付门 ', linked(ids, '、'), ' ']),
      '未命中',
      overridden === 0 ? '' : `，${overridden} 条结果类得分点按未命中计`,
    ),
  unmet: (ids) => say(linked(ids, '、'), ' 未命中'),
  deducted: (ids) => say(`触发 ${ids.length} 条扣分（`, linked(ids, '、'), '）'),
  noAnswer: (agent, within) => `${agent} 在 ${within} 内没有回复`,
  agentDown: (agent, why) => `${agent} 没有回复：进程${/^[\p{Script=Han}]/u.test(why) ? '' : ' '}${why}`,
  processEnds: {
    exited: (code) => `已退出，退出码 ${code}`,
    killed: (signal) => `被 ${signal} 终止`,
    notStarted: (detail) => `无法启动：${detail}`,
  },
  decidedBy: (ids, who) => say(linked(ids, '、'), ` 由 ${who} 人工判定`),
  noMessage: (agent) => `${agent} 在本题范围内没有消息`,
  pending: (cause) => say('待判：', cause),
  notJudged: '证据已齐，尚未判定',
  noRequiredPoint: '没有必选得分点，无法计分',
  undecided: (ids) => say(linked(ids, '、'), ' 未定'),
  environment: (detail) => `环境失效：不计分，与被测无关${detail === '' ? '' : `（${detail}）`}`,
  environmentCause: '环境失效',
  evidenceMissing: (path) => `缺少 ${path}`,
  interrupted: '每次播放都被重启打断',
  voided: (cause) => `作废：不计分，被测${cause}`,
  voidCause: '写出了隐藏内容',
  voidedBy: (hidden, more) => `写出了 ${hidden} 的隐藏内容${more === 0 ? '' : `，另有 ${more} 处`}`,
  voidLine: (quote, written, path, hidden, canary) =>
    `「${quote}」（${VOID_WRITTEN[written]}，${path}）${canary ? '是这里的暗记' : '藏于'} ${hidden}`,
  rerun: '待补跑：暂无分数',
  rerunCause: '暂无分数',
  empty: (caseId) => `${caseId} 还没有判定`,
  running: (what) => `运行中：${what}`,
  waitingFor: (agent, turn) => `等 ${agent} ${turn === null ? '回复' : `答轮 ${turn}`}`,
  steps: (done, total) => `${total} 步完成 ${done} 步`,
  waitingQuiet: '等被测安静下来',
  stopped: (done, total) => `已停止：${total} 题完成 ${done} 题`,
  caseStates: {
    PENDING: '待判',
    FAIL_ENV: '环境失效',
    RERUN: '待补跑',
    VOID: '作废',
    running: '运行中',
    empty: '未运行',
    queued: '排队中',
  },

  noScore: '无分数',
  noScoreBetween: (worst, best) => `无分数；在 ${worst} 到 ${best} 之间`,
  vetoScore: (score) => `一票否决，记 ${score}`,
  beforeGate: (n, total) => `交付门前 ${n} / ${total}`,

  pointStates: {
    met: '命中',
    unmet: '未命中',
    'gate-unmet': '交付门未过',
    cannot: '无法判定，需人工',
    triggered: '已触发',
    'not-triggered': '未触发',
    none: '未判',
  },
  countsAsUnmet: (met, gates) =>
    `${met ? '命中' : '无法判定'}，按未命中计：${gates.length === 0 ? '交付门' : `交付门 ${gates.join('、')}`}`,
  gateUndecided: '命中，但交付门未定',
  dimension: (name) =>
    new Map([
      ['dependency', '依赖'],
      ['rubric', '要点'],
      ['wording', '要点'],
      ['env', '环境'],
      ['environment', '环境'],
    ]).get(name) ?? name,

  counting: (scored, planned, states) =>
    `${planned} 题中 ${scored} 题计分${states === '' ? '' : ` · ${states}`}`,
  batchRunning: (done, total) => `运行中：${total} 题完成 ${done} 题`,
  buildingWorld: '运行中：正在铺世界',
  admittingAgent: '运行中：被测正在入场',
  unreadable: '无法读取',
  why: (reason, detail) =>
    reason === 'foreign'
      ? '这个批次由其他工具写成：可以查看，不能在这里判定、计分或续跑。'
      : `执行记录前后不连贯（${detail}）：批次可以查看，不能续跑。请从备份恢复 journal.jsonl，或新开批次。`,

  agentRole: '被测',
  label: (kind, turn) =>
    `${
      new Map([
        ['query', '提问'],
        ['inject', '追加'],
      ]).get(kind) ?? kind
    }，轮 ${turn}`,
  conditionalLine: '条件应答',
  outsideWindow: '不在本题时间窗',
  sharedWindow: (cases) => `共享时间窗：${cases}`,
  ofOtherCase: (caseId) => `属于题 ${caseId}`,
  worldBefore: {
    title: '本题开始前世界里已有的事实',
    order: (before, earlier, beside) =>
      [
        before === ''
          ? '之前没有跑过题'
          : `排在 ${before}${earlier === 0 ? '' : ` 等另外 ${earlier} 题`} 之后`,
        ...(beside === '' ? [] : [`与 ${beside} 同时进行`]),
      ].join(' · '),
    fact: (stood, id, caseId, when) =>
      [
        stood === null ? '无法判断是否成立' : stood ? `成立${when === '' ? '' : `，自 ${when}`}` : '未成立',
        `${id}，由 ${caseId} 留下`,
      ].join(' · '),
    reading: (applies, when, fact, either) =>
      `${applies === null ? '可能按此读' : applies ? (either ? '这样也对' : '此处按此读') : '此处不按此读'}（${fact} ${when === 'came_about' ? '成立' : '不成立'}）`,
  },
  threadNote: (zone) => `本题话题 · ${zone}`,
  toplevelNote: (zone) => `被测在话题之外的消息 · ${zone}`,
  checkedNote: (from, to, zone) => `核验群，只看 ${from}–${to} · ${zone}`,
  rebuiltNote: '按判定结果还原：此文件夹里没有证据文件',
  noMessageInWindow: '被测在这里没有消息。',
  fired: (when, actor) => `已触发${when === '' ? '' : ` ${when}`}${actor === '' ? '' : ` · ${actor}`}`,
  notSent: (actor) => `未发出${actor === '' ? '' : ` · ${actor}`}`,
  undecidedLine: (actor) => `未发出：没有规则能判定${actor === '' ? '' : ` · ${actor}`}`,
  notAsked: (turn, why) => `${turn === null ? '有一问' : `轮 ${turn} `}没有问：${why}`,
  tableNote: (from, to) => `${from} → ${to}`,
  readAt: (when) => `读取于 ${when}`,
  unchangedRows: (n) => `${n} 行未变`,
  linkedByAgent: '被测给出的链接',
  noChange: '没有变化',
  unreadableAsset: (why) => `无法读取：${why}`,
  eventsTitle: '可信事件',
  eventsNote: (zone) => `由平台记录，不是被测自述 · ${zone}`,
  verbs: {
    read: '读取',
    wrote: '写入',
    created: '新建',
    deleted: '删除',
    shared: '分享',
    sent: '发送',
    edited: '编辑',
    withdrew: '撤回',
    reacted: '表情回应',
    restored: '写入后恢复',
    blocked: '被拦截',
    other: '操作',
  },
  change: (op, what, before, after) =>
    ({ add: `+ ${what}：${after}`, remove: `− ${what}：${before}`, change: `${what}：${before} → ${after}` })[
      op
    ],
  someone: '有人',

  labels: {
    noSuchPoint: '本题没有这条得分点',
    notCarried: (why) =>
      `选中的内容不能支撑这条判定（${why}）。请选中被测自己的原话，至少 8 个字符或整条消息。`,
    nothingThere: '选中的内容不是本题的消息、文档行或改动的单元格。请在其中选取文字。',
    stale: '期间有人标注过本题。请看清现状后再判定一次。',
    damaged: '标注文件读不了，没有写入。',
  },

  problems: {
    noManifest: () => '这个批次文件夹还没有 manifest.json：正在生成，或生成时被中断。请稍候，或新开批次。',
    lostManifest: () =>
      '缺少 manifest.json，但 journal.jsonl 表明这个批次已经开始：清单里的信息无法显示。请从备份恢复 manifest.json，或新开批次。',
    notJson: (name, detail) =>
      `${name} 不是有效的 JSON（${detail}）：没有写完，或被改动过。请恢复它，或重跑写出它的那一步。`,
    badShape: (name, detail) => `${name} 的结构与预期不符（${detail}）：能读懂的部分照常显示。`,
    cannotRead: (name, detail) => `${name} 读不了（${detail}）。请检查权限后刷新。`,
    noFile: (name) => `${name} 不是文件，不会打开它。请恢复该文件后刷新。`,
    gone: () => '这个批次文件夹已经不在了。请刷新列表，或从新位置打开。',
    tornJournal: () => 'journal.jsonl 的最后一行没有写完：运行在写入时被中断。续跑会修好它。',
    outOfMemory: (caseId) =>
      `${caseId}：内存不足，读不了它的证据。请关闭其他窗口后重新打开，或用别的程序查看批次文件夹。`,
    readingEnded: (caseId, detail) =>
      `${caseId}：读取证据的线程意外结束（${detail}）。请重新打开；若再次发生，请查看日志。`,
    badLines: (name, lines) => `${name} 有 ${lines} 行读不懂，已略过。请从备份恢复该文件。`,
    missing: (path) => `缺少 ${path}：依赖它的内容无法核对。请从备份恢复，或重跑本题。`,
    outside: (path) => `有证据指向批次文件夹之外的“${path}”：不会打开它。`,
    rebuilt: () =>
      '此文件夹里没有本题的证据文件：话题按判定结果还原，引文未经核实。把 evidence 文件夹放到 results 旁边即可核实。',
    notPlayedHere: (caseId) => `${caseId} 不在这个批次里。请从批次的列表里选题。`,
    stoppedMidway: (done, total) => `运行停在本题中途（${total} 步完成 ${done} 步）。续跑批次可以把它跑完。`,
    frozenEvalset: (detail) =>
      `批次里冻结的评测集读不了（${detail}）：标题与剧情线可能缺失。请从备份恢复批次的 evalset 文件夹。`,
    noScript: () => '批次的脚本读不了：步骤与得分点可能缺失。请从备份恢复批次的 script 文件夹。',
    tooLarge: (name, megabytes) => `${name} 有 ${megabytes} MB，一次读不下，已略过；请用别的程序打开。`,
  },
};
