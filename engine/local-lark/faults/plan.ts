/** Faults of a call over HTTP. */
export type CallFaultKind =
  | 'rate_limit'
  | 'server_error'
  | 'timeout_before'
  | 'timeout_after'
  | 'reset'
  | 'slow_write'
  | 'write_conflict';
/** Faults of an event on its way to an app. */
export type EventFaultKind = 'dropped_socket' | 'duplicate_event' | 'late_event' | 'lost_ack';
export type FaultKind = CallFaultKind | EventFaultKind;

/**
 * When a rule strikes. Calls are counted from 1 by operation and caller, so that neither the time nor what others do in
 * between changes which call is struck. `from` and `until` are such numbers too, both included. Without any of `share`,
 * `every`, `first` and `at` every call is struck.
 */
export interface FaultWhen {
  /** 0..1: that part of the calls, chosen by the seed */
  readonly share?: number | undefined;
  /** every n-th call */
  readonly every?: number | undefined;
  /** the first n calls */
  readonly first?: number | undefined;
  /** the calls of these numbers */
  readonly at?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** operations as the operation log names them, or types of events; `*` stands for anything */
  readonly ops?: readonly string[] | undefined;
  /** callers by the key of the app or person, or the app that an event is for; `*` stands for anything */
  readonly apps?: readonly string[] | undefined;
}

export type FaultRule = FaultWhen &
  (
    | {
        readonly kind: 'rate_limit';
        /** the app's limit, that of a chat, the load of the tenant; default: the app's */
        readonly code?: 99991400 | 230020 | 11232 | undefined;
        /** default: one of the two, chosen by the seed; 230020 and 11232 are always 400 */
        readonly status?: 400 | 429 | undefined;
        /** seconds in `x-ogw-ratelimit-reset`, with 99991400 alone; default 1 */
        readonly reset_sec?: number | undefined;
      }
    | {
        readonly kind: 'server_error';
        /** default: chosen by the seed */
        readonly status?: 500 | 502 | 503 | 504 | undefined;
        /** default: chosen by the seed */
        readonly body?: 'json' | 'text' | undefined;
        /** the call is done before it is refused, as behind a gateway that gave up */
        readonly done?: boolean | undefined;
      }
    | {
        /** no answer; `before`: nothing was done, `after`: it was done */
        readonly kind: 'timeout_before' | 'timeout_after';
        /** ms until the connection is closed, default 0: nobody has to sit out a time-out */
        readonly hold_ms?: number | undefined;
      }
    | { readonly kind: 'reset' }
    | {
        readonly kind: 'slow_write';
        readonly delay_ms: number;
        /** what is late: the doing, or only its answer (default) */
        readonly part?: 'effect' | 'answer' | undefined;
      }
    | { readonly kind: 'write_conflict' }
    | {
        readonly kind: 'dropped_socket';
        /** default `close`; `half_open`: it looks open, and whatever is sent over it is lost */
        readonly mode?: 'close' | 'half_open' | undefined;
        /** ms after which a half-open socket is closed, default 5000 */
        readonly hold_ms?: number | undefined;
      }
    | {
        readonly kind: 'duplicate_event';
        /** ms after the acknowledgement, default 0 */
        readonly delay_ms?: number | undefined;
      }
    | { readonly kind: 'late_event'; readonly delay_ms: number }
    | { readonly kind: 'lost_ack' }
  );

/** What is to go wrong. The same plan does the same to the same sequence of calls. */
export interface FaultPlan {
  readonly seed: number;
  /** The first rule that strikes a call decides; one call has one fault. */
  readonly rules: readonly FaultRule[];
  /** ms; in place of the documented times, so that what is lost need not be waited for: see `DispatchTimes` */
  readonly redelivery?:
    | { readonly ack_within_ms: number; readonly again_after_ms: readonly number[] }
    | undefined;
}

/** A fault that was made. */
export interface InjectedFault {
  /** from 1, without a gap, over the whole record */
  readonly seq: number;
  /** ISO 8601 with milliseconds, UTC */
  readonly ts: string;
  readonly kind: FaultKind;
  /** place of the rule in the plan, from 0 */
  readonly rule: number;
  /** operation, or type of the event */
  readonly op: string;
  /** key of the caller, or of the app that the event is for; empty for a caller without a name */
  readonly app: string;
  /** number of the call by operation and caller */
  readonly n: number;
  /** what was struck: method and path, or the event's id */
  readonly request: string;
  /** the form that it took, such as `HTTP 429, code 99991400` */
  readonly note?: string | undefined;
}

/** What a platform is told about faults. */
export interface FaultOptions {
  readonly plan: FaultPlan;
  /** the record of earlier runs on the same state: numbers go on from there */
  readonly before?: readonly InjectedFault[];
  /** called before the fault takes effect */
  readonly onFault?: (fault: InjectedFault) => void;
}
