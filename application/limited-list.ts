import { type DomainError, rejected } from '../domain/errors.ts';
import { KeyedQueue } from './keyed-queue.ts';

interface Addition<T> {
  readonly count: () => Promise<number>;
  readonly add: () => Promise<T>;
  /** Takes the addition back. Left out where that must not happen: then several processes may exceed the maximum together. */
  readonly remove?: (added: T) => Promise<unknown>;
}

/**
 * Keeps a list of each organisation within a maximum, also when several are added at the same time: within a process one
 * after the other, and one that another process has overtaken is taken back.
 */
export class LimitedList {
  readonly #max: number;
  readonly #refusal: () => DomainError;
  readonly #queue = new KeyedQueue();

  /** `refusal`: what a full list throws: `rejected` with this text, or this error. */
  constructor(max: number, refusal: string | (() => DomainError)) {
    this.#max = max;
    this.#refusal = typeof refusal === 'string' ? () => rejected(refusal) : refusal;
  }

  /** Adds to the list of an organisation, which becomes longer by `more`. Throws when it is full. */
  add<T>(orgId: string, { count, add, remove }: Addition<T>, more = 1): Promise<T> {
    return this.#queue.run(orgId, async () => {
      if ((await count()) + more > this.#max) throw this.#refusal();
      const added = await add();
      if (remove && (await count()) > this.#max) {
        await remove(added);
        throw this.#refusal();
      }
      return added;
    });
  }
}
