import { Taken, type Collection, type Engine } from '../adapters/documents/collection.ts';
import type { ListedObjects, ListedVectors } from '../adapters/lib/listed-stores.ts';
import type { NoteStoreFault } from '../adapters/lib/store-faults.ts';
import type { MeasureStore } from '../adapters/prometheus/stores.ts';
import { DomainError, type Problem } from '../domain/errors.ts';

const FAULTS: ReadonlySet<Problem> = new Set<Problem>(['outage', 'unavailable', 'failed', 'misconfigured']);

/** Whether a store could not do what it was asked, rather than say no to it. */
const isFault = (error: unknown): boolean =>
  error instanceof DomainError ? FAULTS.has(error.problem) : !(error instanceof Taken);

/** Where figures and faults of stores are told. */
interface StoreObservers {
  readonly measureStore: MeasureStore;
  readonly noteStoreFault: NoteStoreFault;
}

/** What a store is measured with: a fault is counted, and one that an operator has to mend is logged. */
const faultReporting = (store: StoreName, noteStoreFault: NoteStoreFault) => ({
  store,
  isFault(error: unknown): boolean {
    if (!isFault(error)) return false;
    noteStoreFault(store, error);
    return true;
  },
});

type StoreName = Parameters<MeasureStore>[1]['store'];

/** The documents, each operation of whose collections is measured. */
export const measuredDocuments = (engine: Engine, { measureStore, noteStoreFault }: StoreObservers): Engine => ({
  async open<T extends object>(definition: Parameters<typeof engine.open<T>>[0]): Promise<Collection<T>> {
    return measureStore(await engine.open<T>(definition), {
      ...faultReporting('documents', noteStoreFault),
      operations: ['insert', 'insertAll', 'find', 'findOne', 'count', 'tally', 'change', 'changeAll', 'remove'],
    });
  },
  ping: () => engine.ping(),
  close: () => engine.close(),
});

/** The objects, each operation of which is measured; reading what was opened is not. */
export const measuredObjects = (
  objects: ListedObjects,
  { measureStore, noteStoreFault }: StoreObservers,
): ListedObjects =>
  measureStore(objects, {
    ...faultReporting('objects', noteStoreFault),
    operations: ['put', 'open', 'size', 'link', 'remove'],
  });

/** The vectors, each operation of which is measured. */
export const measuredVectors = (
  vectors: ListedVectors,
  { measureStore, noteStoreFault }: StoreObservers,
): ListedVectors =>
  measureStore(vectors, {
    ...faultReporting('vectors', noteStoreFault),
    operations: ['upsert', 'query', 'count', 'remove'],
  });
