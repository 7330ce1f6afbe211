/** A document of the same make as the real one, of an invented kind. */
export const DOCUMENT = `B1 · 泊位 · 用例
状态：草稿 最后更新：2026-02-03
Skill 1: berthing
- 触发条件：有人要泊位
- 核心能力：找泊位
- 关键约束：
- 先问吃水
- 输出必须包含泊位和时间
用例规范
| 字段 | 说明 |
|---|---|
| 覆盖类型 | 完美匹配 / 部分覆盖 |
| 难度 | 简单 / 中等 / 困难 |
一、触发（BT: Berth Trigger）
B1-BT-01 · 第一例
- 难度：简单
- Skill：berthing
- 覆盖类型：完美匹配
- 输入：
- 用户消息：
给 Ines 号找个泊位 - 上下文：无
- 用户消息：
- 期望行为：
- 先问吃水
- Pass 之前不订
- 判定标准：
- Pass：问了吃水
- Fail：没问
- 评分方式：LLM-judge
- Skill 配置：
skill_enabled: true, active_skills: [berthing]
B1-BT-02 · 第二例
- 难度：中等
- Skill：berthing
- 覆盖类型：部分覆盖
- 输入：
- 对话历史：
用户：3 月 4 号去红礁港 Agent：方案： - 去程：3月4日 08:00 出港，抵达 12:00，再转驳船，预计14:30左右抵达红礁 用户：好，排一下 - 用户消息：（即最后一句）
- 对话历史：
- 期望行为：
- 3/4 早上 8 点出发，到红礁约 14 点半，再卸货
- 判定标准：
- Pass：对上了时间
- Fail：没对上
- 评分方式：自动（查工具）
- Skill 配置：skill_enabled: true, active_skills: [berthing]
执行说明
总用例数
| 维度 | 代号 | 用例数 |
|---|---|---|
| 触发 | BT | 2 |
| 合计 | 2 |
难度分布
| 难度 | 数量 | 占比 |
|---|---|---|
| 简单 | 1 | 50% |
| 中等 | 1 | 50% |
【评分维度】
1. 触发 (0-1)
2. 反模式 (0 或 -1)
总分：-1-1 分
`;
