import { UniqueViolation, type Collection, type DocumentStore } from '../adapters/documents/collection.ts';
import type { ListedObjects, ListedVectors } from '../adapters/lib/listed-stores.ts';
import type { RecordStoreFault } from '../adapters/lib/store-faults.ts';
import type { MeasureStore } from '../adapters/prometheus/stores.ts';
import { DomainError, type Problem } from '../domain/errors.ts';

const FAULTS: ReadonlySet<Problem> = new Set<Problem>(['outage', 'unavailable', 'failed', 'misconfigured']);

/** Whether a store could not do what it was asked, rather than say no to it. */
const isFault = (error: unknown): boolean =>
  error instanceof DomainError ? FAULTS.has(error.problem) : !(error instanceof UniqueViolation);

/** Where figures and faults of stores are told. */
interface StoreObservers {
  readonly measureStore: MeasureStore;
  readonly recordStoreFault: RecordStoreFault;
}

/** What a store is measured with: a fault is counted, and one that an operator has to mend is logged. */
const faultReporting = (store: StoreName, recordStoreFault: RecordStoreFault) => ({
  store,
  isFault(error: unknown): boolean {
    if (!isFault(error)) return false;
    recordStoreFault(store, error);
    return true;
  },
});

type StoreName = Parameters<MeasureStore>[1]['store'];

/** The documents, each operation of whose collections is measured. */
export const measuredDocuments = (
  engine: DocumentStore,
  { measureStore, recordStoreFault }: StoreObservers,
): DocumentStore => ({
  async open<T extends object>(definition: Parameters<typeof engine.open<T>>[0]): Promise<Collection<T>> {
    return measureStore(await engine.open<T>(definition), {
      ...faultReporting('documents', recordStoreFault),
      operations: ['insert', 'insertAll', 'find', 'findOne', 'count', 'tally', 'change', 'changeAll', 'remove'],
    });
  },
  ping: () => engine.ping(),
  close: () => engine.close(),
});

/** The objects, each operation of which is measured; reading what was opened is not. */
export const measuredObjects = (
  objects: ListedObjects,
  { measureStore, recordStoreFault }: StoreObservers,
): ListedObjects =>
  measureStore(objects, {
    ...faultReporting('objects', recordStoreFault),
    operations: ['put', 'open', 'size', 'link', 'remove'],
  });

/** The vectors, each operation of which is measured. */
export const measuredVectors = (
  vectors: ListedVectors,
  { measureStore, recordStoreFault }: StoreObservers,
): ListedVectors =>
  measureStore(vectors, {
    ...faultReporting('vectors', recordStoreFault),
    operations: ['upsert', 'query', 'count', 'remove'],
  });
