import { trustedEvent, type TrustedEvent } from '../../schemas/index.ts';
import type { BatchPaths } from '../batch/paths.ts';
import { Cache } from './cache.ts';
import { frozenStamp, readFrozen, type FrozenEvalset } from './frozen.ts';
import { SoftReader, stampOf } from './reader.ts';
import type { Trouble } from './trouble.ts';

const MB = 1024 * 1024;

export interface EventsOfBatch {
  readonly events: readonly TrustedEvent[];
  readonly troubles: readonly Trouble[];
}

/** Large parts of a batch that its cases share, each read when a case first needs it. */
export class SharedParts {
  readonly #frozen = new Cache<FrozenEvalset>(20_000);
  readonly #events = new Cache<EventsOfBatch>(64 * MB);

  async frozen(paths: BatchPaths, signal?: AbortSignal): Promise<FrozenEvalset> {
    if ((await stampOf(paths.abs(paths.evalset))) === '-') return { cards: new Map(), troubles: [] };
    const stamp = await frozenStamp(paths);
    const known = this.#frozen.get(paths.root, stamp);
    if (known !== undefined) return known;
    const frozen = await readFrozen(paths, signal);
    this.#frozen.set(paths.root, stamp, frozen, frozen.cards.size + 1);
    return frozen;
  }

  async events(paths: BatchPaths): Promise<EventsOfBatch> {
    const stamp = await stampOf(paths.abs(paths.events));
    const known = this.#events.get(paths.root, stamp);
    if (known !== undefined) return known;
    const reader = new SoftReader(paths);
    const read = { events: await reader.lines(paths.events, trustedEvent), troubles: reader.troubles };
    this.#events.set(paths.root, stamp, read, reader.bytes);
    return read;
  }
}
