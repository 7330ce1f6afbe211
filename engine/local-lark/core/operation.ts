/** One entry of the trusted operation log: a mutation that was done, or an attempt that was refused. */
export interface Operation {
  /** strictly rising, also across restarts from one state file */
  readonly seq: number;
  /** ISO 8601 with milliseconds, UTC */
  readonly ts: string;
  readonly actor: {
    readonly kind: 'user' | 'app';
    /** user: union_id, app: app_id */
    readonly id: string;
    readonly name: string;
  };
  /** e.g. `im.message.create`, `bitable.record.update`, `docx.block.create` */
  readonly op: string;
  readonly outcome: 'done' | 'blocked';
  /** the platform's error code; only when blocked */
  readonly code?: number;
  readonly resource: Resource;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface Resource {
  readonly kind:
    | 'chat'
    | 'message'
    | 'reaction'
    | 'docx'
    | 'block'
    | 'bitable'
    | 'table'
    | 'field'
    | 'record'
    | 'file'
    | 'user'
    | 'tag'
    | 'comment'
    | 'calendar'
    | 'event'
    | 'pin'
    | 'department'
    | 'card';
  readonly token: string;
  /** what holds it: the chat of a message, the document of a block, `app_token/table_id` of a record */
  readonly parent?: string;
}

/** What a route reports; the store adds number, time and actor. */
export type OperationDraft = Pick<Operation, 'op' | 'resource' | 'before' | 'after'>;
