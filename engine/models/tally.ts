import { rounded } from './body.ts';
import type { CallAttempt, ModelUsage } from '../../schemas/index.ts';
import type { Completion, ModelSettings } from './model.ts';

/** Counts what a client asked, replayed, sent and paid. */
export class Tally {
  readonly models = new Set<string>();
  readonly #settings: Pick<ModelSettings, 'price'>;
  #questions = 0;
  #replayed = 0;
  #requests = 0;
  #input = 0;
  #output = 0;
  #cost = 0;

  constructor(settings: Pick<ModelSettings, 'price'>) {
    this.#settings = settings;
  }

  asked(): void {
    this.#questions += 1;
  }

  replayed(completion: Completion): void {
    this.#questions += 1;
    this.#replayed += 1;
    if (completion.model !== null) this.models.add(completion.model);
  }

  sent(attempt: CallAttempt, completion: Completion | null): void {
    this.#requests += 1;
    this.#input += attempt.tokens?.input ?? 0;
    this.#output += attempt.tokens?.output ?? 0;
    this.#cost += attempt.counted.cost ?? 0;
    if (completion !== null && completion.model !== null) this.models.add(completion.model);
  }

  get usage(): ModelUsage {
    const { price } = this.#settings;
    return {
      questions: this.#questions,
      replayed: this.#replayed,
      requests: this.#requests,
      tokens: { input: this.#input, output: this.#output },
      cost: price === undefined ? null : rounded(this.#cost),
      ...(price === undefined ? {} : { currency: price.currency }),
    };
  }
}
