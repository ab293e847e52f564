import type { Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { outage } from '../../domain/errors.ts';
import { NewerStores, requireUsableFormat, STORE_FORMAT } from '../../domain/upgrades/store-format.ts';
import {
  falseOnUniqueViolation,
  type Collection,
  type CollectionDefinition,
  type DocumentStore,
} from './collection.ts';

/** The format of all stores of the platform: the highest of the releases that have used them. */
interface StoredFormat {
  readonly name: typeof PLATFORM;
  readonly format: number;
}

const PLATFORM = 'platform';

const FORMATS: CollectionDefinition<StoredFormat> = {
  name: 'store_formats',
  isLasting: true,
  indexes: [{ name: 'by_name', fields: ['name'], unique: true }],
};

/** Time between two looks at the format, in ms. */
const LOOK_MS = 60_000;

/** The stored format, or null in stores of releases that recorded none. */
export async function documentStoreFormat(store: DocumentStore): Promise<() => Promise<number | null>> {
  const formats = await store.open(FORMATS);
  return async () => (await formats.findOne({ name: PLATFORM }))?.format ?? null;
}

/**
 * The store, after a look at its format. Rejects with `NewerStores` if a release has used it whose documents this one would
 * misread, and raises the format if it is older. Before that it changes no index: collections of a store that is away are
 * opened later. Looks again every minute: once it is too new, every operation fails with `outage`, so that a process that
 * was left running does no harm.
 */
export function formatGuarded(
  store: DocumentStore,
  ports: { readonly clock: Clock; readonly log: Log },
  own = STORE_FORMAT,
): DocumentStore {
  const guard = new FormatGuard(store, ports, own);
  return {
    async open<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>> {
      const documents = new OnceOpened(() => store.open(definition));
      if (await guard.lookAtStart()) await documents.open();
      return guarded(documents, guard);
    },
    ping: () => store.ping(),
    async close() {
      guard.end();
      await store.close();
    },
  };
}

class FormatGuard {
  readonly #store: DocumentStore;
  readonly #ports: { readonly clock: Clock; readonly log: Log };
  readonly #own: number;
  #looking: Promise<void> | null = null;
  #formats: Collection<StoredFormat> | null = null;
  #cancel: (() => void) | null = null;
  #isUsable = false;
  #isWarned = false;
  #isAway = false;

  constructor(store: DocumentStore, ports: { readonly clock: Clock; readonly log: Log }, own: number) {
    this.#store = store;
    this.#ports = ports;
    this.#own = own;
  }

  /** Whether operations may run without another look. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Looks at the format unless it was usable a moment ago. */
  look(): Promise<void> {
    if (this.#isUsable) return Promise.resolve();
    return (this.#looking ??= this.#require().finally(() => (this.#looking = null)));
  }

  /**
   * The same before a collection is opened. False if the store is away, which is not waited for: the collection is opened
   * by its first operation, which looks first.
   */
  async lookAtStart(): Promise<boolean> {
    if (this.#isAway) return false;
    try {
      await this.look();
    } catch (error) {
      if (error instanceof NewerStores) throw error;
      this.#isAway = true;
    }
    return this.#isUsable;
  }

  end(): void {
    this.#cancel?.();
  }

  async #require(): Promise<void> {
    await this.#requireStored();
    this.#isUsable = true;
    this.#isAway = false;
    this.#lookLater();
  }

  async #requireStored(): Promise<void> {
    const stored = await this.#raised();
    requireUsableFormat(stored, this.#own);
    if (stored > this.#own) this.#warn(stored);
  }

  /** The stored format, which is at least that of this release afterwards. */
  async #raised(): Promise<number> {
    const formats = (this.#formats ??= await this.#store.open(FORMATS));
    return retryOnConflict('The format of the stores kept changing. Try again.', async () => {
      const seen = await formats.findOne({ name: PLATFORM });
      if (seen && seen.format >= this.#own) return seen.format;
      const raised = { name: PLATFORM, format: this.#own } as const;
      const isRaised = seen
        ? (await formats.change({ name: PLATFORM, format: seen.format }, raised)) !== null
        : await falseOnUniqueViolation(formats.insert(raised), 'by_name');
      return isRaised ? this.#own : 'again';
    });
  }

  #warn(stored: number): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#ports.log.warn('stores.newer_release', {
      stored_format: stored,
      own_format: this.#own,
      advice: 'A newer release has used these stores. Upgrade this process, or roll the others back (docs/upgrades.md)',
    });
  }

  #lookLater(): void {
    this.#cancel?.();
    this.#cancel = this.#ports.clock.after(LOOK_MS, () => {
      void this.#again();
    });
  }

  /** Looks at a store that was usable. One that is away stays usable: its operations fail by themselves. */
  async #again(): Promise<void> {
    try {
      await this.#requireStored();
    } catch (error) {
      if (error instanceof NewerStores) {
        this.#isUsable = false;
        return this.#ports.log.error('stores.too_new', { advice: error.message });
      }
    }
    this.#lookLater();
  }
}

/** A collection that is opened once, because that changes indexes. Tried again after a failure. */
class OnceOpened<T extends object> {
  readonly #open: () => Promise<Collection<T>>;
  #opening: Promise<Collection<T>> | null = null;
  #opened: Collection<T> | null = null;

  constructor(open: () => Promise<Collection<T>>) {
    this.#open = open;
  }

  /** Null until it is open. */
  get opened(): Collection<T> | null {
    return this.#opened;
  }

  async open(): Promise<Collection<T>> {
    this.#opening ??= this.#open();
    try {
      return (this.#opened = await this.#opening);
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }
}

/** The collection, whose operations look first unless the format was usable a moment ago. */
function guarded<T extends object>(opening: OnceOpened<T>, guard: FormatGuard): Collection<T> {
  const ready = async (): Promise<Collection<T>> => {
    try {
      await guard.look();
    } catch (error) {
      throw error instanceof NewerStores ? outage(error.message, { cause: error }) : error;
    }
    return opening.open();
  };
  const usable = (): Collection<T> | null => (guard.isUsable ? opening.opened : null);
  const perform = <R>(operation: (documents: Collection<T>) => Promise<R>): Promise<R> => {
    const documents = usable();
    return documents ? operation(documents) : ready().then(operation);
  };
  async function* after(list: (documents: Collection<T>) => AsyncIterable<T>): AsyncGenerator<T> {
    yield* list(await ready());
  }
  const read = (list: (documents: Collection<T>) => AsyncIterable<T>): AsyncIterable<T> => {
    const documents = usable();
    return documents ? list(documents) : after(list);
  };
  return {
    insert: (document) => perform((documents) => documents.insert(document)),
    insertAll: (added) => perform((documents) => documents.insertAll(added)),
    find: (match, page) => perform((documents) => documents.find(match, page)),
    each: (match, page) => read((documents) => documents.each(match, page)),
    all: () => read((documents) => documents.all()),
    findOne: (match, sort) => perform((documents) => documents.findOne(match, sort)),
    count: (match) => perform((documents) => documents.count(match)),
    tally: (match, by, sum) => perform((documents) => documents.tally(match, by, sum)),
    change: (match, changes, sort) => perform((documents) => documents.change(match, changes, sort)),
    changeAll: (changes) => perform((documents) => documents.changeAll(changes)),
    remove: (match) => perform((documents) => documents.remove(match)),
  };
}
