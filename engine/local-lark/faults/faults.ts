import { chance, ruleFor, type CallNumber } from './decide.ts';
import type {
  CallFaultKind,
  EventFaultKind,
  FaultKind,
  FaultOptions,
  FaultPlan,
  FaultRule,
  InjectedFault,
} from './plan.ts';

export type CallRule = Extract<FaultRule, { kind: CallFaultKind }>;
export type EventRule = Extract<FaultRule, { kind: EventFaultKind }>;

/** A fault that has been decided and recorded. */
export interface Struck<R extends FaultRule> {
  readonly rule: R;
  /** a number in [0, 1) from the seed, for what the rule leaves open */
  readonly draw: number;
}

const CALL_KINDS: ReadonlySet<FaultKind> = new Set<CallFaultKind>([
  'rate_limit',
  'server_error',
  'timeout_before',
  'timeout_after',
  'reset',
  'slow_write',
  'write_conflict',
]);

/** Discovery of the long connection is struck only by name: before its first answer the SDKs wait up to 30 s. */
const ONLY_BY_NAME = new Set(['ws.endpoint']);
/** What changes nothing although it is no GET. */
const READS = new Set([
  'auth.app_access_token',
  'auth.tenant_access_token',
  'bitable.record.batch_get',
  'bitable.record.search',
  'contact.user.batch_get_id',
  'docx.document.convert',
  'drive.meta.batch_query',
  'im.chat.search',
  'ws.endpoint',
]);

/** What is asked of the platform. */
export interface FaultyCall {
  readonly op: string;
  /** key of the caller; empty when it has none */
  readonly app: string;
  readonly method: string;
  readonly path: string;
}

const isWrite = ({ method, op }: FaultyCall): boolean => method !== 'GET' && !READS.has(op);
const conflicts = (call: FaultyCall): boolean =>
  isWrite(call) && (call.op.startsWith('bitable.') || call.op.startsWith('im.chat.member.'));

/** Decides which calls and events go wrong, and records each before it does. */
export class Faults {
  readonly plan: FaultPlan;
  /** calls so far by operation and caller */
  readonly #counts = new Map<string, number>();
  readonly #onFault: (fault: InjectedFault) => void;
  readonly #now: () => number;
  #seq = 0;

  constructor(options: FaultOptions, now: () => number) {
    this.plan = options.plan;
    this.#onFault = options.onFault ?? (() => undefined);
    this.#now = now;
    for (const { op, app, n, seq } of options.before ?? []) {
      this.#counts.set(key(op, app), Math.max(n, this.#counts.get(key(op, app)) ?? 0));
      this.#seq = Math.max(this.#seq, seq);
    }
  }

  /** The fault of this call, if it has one; `note` says what form it takes. */
  ofCall(call: FaultyCall, note: (struck: Struck<CallRule>) => string): Struck<CallRule> | undefined {
    const number = this.#next(call.op, call.app);
    const found = ruleFor<CallFaultKind>(
      this.plan,
      number,
      (rule): rule is CallRule =>
        CALL_KINDS.has(rule.kind) &&
        (rule.kind !== 'slow_write' || isWrite(call)) &&
        (rule.kind !== 'write_conflict' || conflicts(call)) &&
        (!ONLY_BY_NAME.has(call.op) || rule.ops?.includes(call.op) === true),
    );
    return this.#record(found, number, `${call.method} ${call.path}`, note);
  }

  /** The fault of sending this event now, if it has one; an event that is late already is not late again. */
  ofEvent(op: string, app: string, event_id: string, wasLate: boolean): Struck<EventRule> | undefined {
    const number = this.#next(op, app);
    const found = ruleFor<EventFaultKind>(
      this.plan,
      number,
      (rule): rule is EventRule => !CALL_KINDS.has(rule.kind) && !(rule.kind === 'late_event' && wasLate),
    );
    return this.#record(found, number, event_id, ({ rule }) => eventNote(rule));
  }

  #next(op: string, app: string): CallNumber {
    const n = (this.#counts.get(key(op, app)) ?? 0) + 1;
    this.#counts.set(key(op, app), n);
    return { op, app, n };
  }

  #record<R extends FaultRule>(
    found: { rule: R; place: number } | undefined,
    call: CallNumber,
    request: string,
    note: (struck: Struck<R>) => string,
  ): Struck<R> | undefined {
    if (found === undefined) return undefined;
    const struck = { rule: found.rule, draw: chance(this.plan.seed, `${found.rule.kind} form`, call) };
    const said = note(struck);
    this.#seq += 1;
    this.#onFault({
      seq: this.#seq,
      ts: new Date(this.#now()).toISOString(),
      kind: found.rule.kind,
      rule: found.place,
      ...call,
      request,
      ...(said === '' ? {} : { note: said }),
    });
    return struck;
  }
}

const key = (op: string, app: string): string => `${op}\n${app}`;

function eventNote(rule: EventRule): string {
  switch (rule.kind) {
    case 'dropped_socket':
      return rule.mode === 'half_open' ? `half-open for ${rule.hold_ms ?? 5_000} ms` : 'closed';
    case 'duplicate_event':
      return `again ${rule.delay_ms ?? 0} ms after the acknowledgement`;
    case 'late_event':
      return `${rule.delay_ms} ms`;
    case 'lost_ack':
      return '';
  }
}
