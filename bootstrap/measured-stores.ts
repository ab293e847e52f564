import { UniqueViolation, type Collection, type DocumentStore } from '../adapters/documents/collection.ts';
import type { ListedObjects, ListedVectors } from '../adapters/lib/listed-stores.ts';
import type { RecordStoreFault } from '../adapters/lib/store-faults.ts';
import type { MeasureStore } from '../adapters/prometheus/stores.ts';
import { DomainError, type Problem } from '../domain/errors.ts';

const FAULTS: ReadonlySet<Problem> = new Set<Problem>(['outage', 'unavailable', 'failed', 'misconfigured']);

/** Whether an error is a fault of the store rather than a refusal. */
const isFault = (error: unknown): boolean =>
  error instanceof DomainError ? FAULTS.has(error.problem) : !(error instanceof UniqueViolation);

/** Receivers of store metrics and store faults. */
interface StoreObservers {
  readonly measureStore: MeasureStore;
  readonly recordStoreFault: RecordStoreFault;
}

/** Counts store faults and logs those an operator must fix. */
const faultReporting = (store: StoreName, recordStoreFault: RecordStoreFault) => ({
  store,
  isFault(error: unknown): boolean {
    if (!isFault(error)) return false;
    recordStoreFault(store, error);
    return true;
  },
});

type StoreName = Parameters<MeasureStore>[1]['store'];

/** The document store with metered operations. */
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

/** The object store with metered operations. Reading an opened object is not metered. */
export const measuredObjects = (
  objects: ListedObjects,
  { measureStore, recordStoreFault }: StoreObservers,
): ListedObjects =>
  measureStore(objects, {
    ...faultReporting('objects', recordStoreFault),
    operations: ['put', 'open', 'size', 'link', 'remove'],
  });

/** The vector store with metered operations. */
export const measuredVectors = (
  vectors: ListedVectors,
  { measureStore, recordStoreFault }: StoreObservers,
): ListedVectors =>
  measureStore(vectors, {
    ...faultReporting('vectors', recordStoreFault),
    operations: ['upsert', 'query', 'count', 'remove'],
  });
