import path from 'node:path';

const UNSAFE = /[^\p{L}\p{N}._-]/gu;

/**
 * A case id, step id or token as one safe path segment: letters, digits, `.`, `_` and `-` stay, everything else is
 * written as `%XX…` of its UTF-8 bytes, so that no id leaves its folder and no two ids meet.
 */
export function segment(id: string): string {
  const safe = id.replace(UNSAFE, escapeChar);
  return /^\.+$/.test(safe) ? safe.replaceAll('.', '%2E') : safe;
}

function escapeChar(char: string): string {
  const code = char.charCodeAt(0);
  // A lone surrogate has no UTF-8 bytes.
  if (char.length === 1 && code >= 0xd800 && code <= 0xdfff) return `%u${code.toString(16)}`;
  return encodeURIComponent(char).replace(
    /[!'()*~]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
/** Names inside a batch folder (DESIGN: batch folder). Relative paths use `/`, as they stand in evidence pointers. */
export class BatchPaths {
  readonly root: string;
  constructor(root: string) {
    this.root = path.resolve(root);
  }
  get name(): string {
    return path.basename(this.root);
  }
  abs(relative: string): string {
    return path.join(this.root, ...relative.split('/'));
  }
  readonly manifest = 'manifest.json';
  readonly journal = 'journal.jsonl';
  readonly events = 'events.jsonl';
  /** Random words that stand in the hidden texts of the batch. */
  readonly canaries = 'canaries.json';
  readonly director = 'evidence/director.jsonl';
  readonly evalset = 'evalset';
  readonly script = 'script';
  readonly summary = 'results/summary.json';
  readonly ledger = 'results/ledger.json';
  /** State of the embedded platform of this batch, and the log of the agent's process: no judge reads them. */
  readonly platformState = 'platform/local-lark.jsonl';
  /** Faults that were made on purpose, one a line. */
  readonly faults = 'platform/faults.jsonl';
  readonly agentLog = 'platform/agent.log';
  readonly agentPid = 'platform/agent.pid';
  /** What the agent reported that it took, one report a line. */
  readonly agentUsage = 'platform/agent-usage.jsonl';
  /** Questions to models with their answers, by hash. */
  readonly judgeCalls = 'judge-calls';
  readonly lock = 'batch.lock';

  decision(stepId: string): string {
    return `decisions/${segment(stepId)}.json`;
  }
  /** Question to a person about a conditional line, and the answer. */
  question(stepId: string): string {
    return `decisions/${segment(stepId)}.ask.json`;
  }
  answer(stepId: string): string {
    return `decisions/${segment(stepId)}.answer.json`;
  }
  evidenceDir(caseId: string, attempt = 1): string {
    return `evidence/${segment(caseId)}${attempt > 1 ? `/attempt-${attempt}` : ''}`;
  }
  evidence(caseId: string, stepId: string, attempt = 1): string {
    return `${this.evidenceDir(caseId, attempt)}/${segment(stepId)}.json`;
  }
  judgeTemplate(caseId: string): string {
    return `evidence/${segment(caseId)}/judge-${segment(caseId)}.template.json`;
  }
  /** @param of absent: the first judge's; `second`, or the name of a further judge */
  judgeFile(caseId: string, of?: string): string {
    const which = of === undefined ? '' : `.${segment(of)}`;
    return `evidence/${segment(caseId)}/judge-${segment(caseId)}${which}.json`;
  }
  labels(caseId: string): string {
    return `evidence/${segment(caseId)}/labels-${segment(caseId)}.json`;
  }
  verdict(caseId: string): string {
    return `results/verdict-${segment(caseId)}.json`;
  }
}
