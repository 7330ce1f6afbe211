import { Collection } from './collection.ts';
import { Journal, type JournalLine, type Write } from './journal.ts';
import type {
  App,
  Calendar,
  CalendarEvent,
  CardEntity,
  Chat,
  Comment,
  Delivery,
  Department,
  DriveNode,
  Grant,
  ImportTask,
  Message,
  Pin,
  Reaction,
  Remembered,
  StoredBlock,
  StoredFile,
  Subscription,
  Table,
  TableRecord,
  Tag,
  TagBinding,
  Token,
  User,
  UserToken,
} from './model.ts';
import type { Operation } from './operation.ts';

/** The rows of the platform. */
export class Collections {
  readonly meta = new Collection<string>('meta');
  readonly users = new Collection<User>('users');
  readonly departments = new Collection<Department>('departments', (d) => d.parent);
  readonly apps = new Collection<App>('apps');
  readonly tokens = new Collection<Token>('tokens', (t) => t.app_id);
  readonly userTokens = new Collection<UserToken>('user_tokens', (t) => t.union_id);
  readonly chats = new Collection<Chat>('chats');
  /** the two principals, sorted and joined -> chat_id */
  readonly p2p = new Collection<string>('p2p');
  /** thread_id -> chat_id */
  readonly threads = new Collection<string>('threads');
  readonly messages = new Collection<Message>('messages', (m) => m.chat_id);
  readonly reactions = new Collection<Reaction>('reactions', (r) => r.message_id);
  readonly nodes = new Collection<DriveNode>('nodes');
  readonly grants = new Collection<Grant>('grants', (g) => g.token);
  readonly blocks = new Collection<StoredBlock>('blocks', (b) => b.document_id);
  readonly tables = new Collection<Table>('tables', (t) => t.app_token);
  readonly records = new Collection<TableRecord>('records', (r) => r.table_id);
  readonly tags = new Collection<Tag>('tags');
  readonly tagBindings = new Collection<TagBinding>('tag_bindings', (b) => b.chat_id);
  readonly pins = new Collection<Pin>('pins', (p) => p.chat_id);
  readonly subscriptions = new Collection<Subscription>('subscriptions', (s) => s.file_token);
  readonly cards = new Collection<CardEntity>('cards');
  /** card_id -> the messages that show it */
  readonly cardMessages = new Collection<readonly string[]>('card_messages');
  readonly comments = new Collection<Comment>('comments', (c) => c.file_token);
  readonly calendars = new Collection<Calendar>('calendars', (c) => c.owner);
  readonly events = new Collection<CalendarEvent>('events', (e) => e.calendar_id);
  readonly files = new Collection<StoredFile>('files');
  readonly imports = new Collection<ImportTask>('imports');
  readonly remembered = new Collection<Remembered>('remembered');
  readonly deliveries = new Collection<Delivery>('deliveries', (d) => d.app_id);
}

interface Open {
  readonly writes: Write[];
  readonly ops: Operation[];
  readonly undo: (() => void)[];
}

/** Collections + journal + transactions. Handlers are synchronous, so transactions never interleave. */
export class Store {
  readonly rows = new Collections();
  readonly operations: Operation[] = [];
  private readonly byName: Map<string, Collection<unknown>>;
  private readonly journal: Journal | undefined;
  private open: Open | undefined;
  private lastSeq = 0;

  constructor(
    stateFile: string | undefined,
    private readonly onCommit: (line: JournalLine) => void,
  ) {
    this.byName = new Map(
      Object.values(this.rows).map((c) => [(c as Collection<unknown>).name, c as Collection<unknown>]),
    );
    if (stateFile !== undefined) this.journal = Journal.open(stateFile, (line) => this.replay(line));
  }

  /** Takes in what stands in a state file, without keeping anything there. */
  load(stateFile: string): void {
    Journal.read(stateFile, (line) => this.replay(line));
  }

  /** The next number of the one sequence that orders rows and operations. */
  nextSeq(): number {
    this.lastSeq += 1;
    return this.lastSeq;
  }

  /** Runs `work` as one journal line; when it throws, all its writes are undone and nothing is journaled. */
  transact<R>(work: () => R): R {
    if (this.open !== undefined) return work();
    const open: Open = { writes: [], ops: [], undo: [] };
    this.open = open;
    let result: R;
    try {
      result = work();
      if (open.writes.length > 0 || open.ops.length > 0)
        this.journal?.append({ w: open.writes, ops: open.ops });
    } catch (error) {
      for (const undo of open.undo.reverse()) undo();
      throw error;
    } finally {
      this.open = undefined;
    }
    this.operations.push(...open.ops);
    this.onCommit({ w: open.writes, ops: open.ops });
    return result;
  }

  put<T>(collection: Collection<T>, key: string, row: T): T {
    const open = this.inTransaction();
    const old = collection.get(key);
    open.undo.push(() => {
      if (old === undefined) collection.delete(key);
      else collection.set(key, old);
    });
    open.writes.push([collection.name, key, row]);
    collection.set(key, row);
    return row;
  }

  remove<T>(collection: Collection<T>, key: string): void {
    const open = this.inTransaction();
    const old = collection.get(key);
    if (old === undefined) return;
    open.undo.push(() => collection.set(key, old));
    open.writes.push([collection.name, key, null]);
    collection.delete(key);
  }

  log(operation: Operation): void {
    this.inTransaction().ops.push(operation);
  }

  /** Every collection, to be read. */
  collections(): IterableIterator<Collection<unknown>> {
    return this.byName.values();
  }

  /** Every row, for comparing two stores. */
  dump(): Record<string, Record<string, unknown>> {
    return Object.fromEntries(
      [...this.byName].map(([name, c]) => [name, Object.fromEntries([...c.entries()].sort(byKey))]),
    );
  }

  close(): void {
    this.journal?.close();
  }

  private inTransaction(): Open {
    if (this.open === undefined) throw new Error('a write outside a transaction');
    return this.open;
  }

  private replay(line: JournalLine): void {
    for (const [name, key, row] of line.w) {
      const collection = this.byName.get(name);
      if (collection === undefined)
        throw new Error(
          `the state file holds rows of an unknown kind "${name}": it was written by a newer version`,
        );
      if (row === null) collection.delete(key);
      else collection.set(key, row);
      if (typeof row === 'object' && row !== null && 'seq' in row && typeof row.seq === 'number')
        this.sawSeq(row.seq);
    }
    for (const op of line.ops) {
      this.operations.push(op);
      this.sawSeq(op.seq);
    }
  }

  private sawSeq(seq: number): void {
    this.lastSeq = Math.max(this.lastSeq, seq);
  }
}

function byKey(a: [string, unknown], b: [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
