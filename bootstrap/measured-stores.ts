import { Taken, type Collection, type Engine } from '../adapters/documents/collection.ts';
import type { ListedObjects, ListedVectors } from '../adapters/lib/listed-stores.ts';
import type { MeasureStore } from '../adapters/prometheus/stores.ts';
import { DomainError, type Problem } from '../domain/errors.ts';

const FAULTS: ReadonlySet<Problem> = new Set<Problem>(['outage', 'unavailable', 'failed', 'misconfigured']);

/** Whether a store could not do what it was asked, rather than say no to it. */
const isFault = (error: unknown): boolean =>
  error instanceof DomainError ? FAULTS.has(error.problem) : !(error instanceof Taken);

/** The documents, each operation of whose collections is measured. */
export const measuredDocuments = (engine: Engine, measure: MeasureStore): Engine => ({
  async open<T extends object>(definition: Parameters<typeof engine.open<T>>[0]): Promise<Collection<T>> {
    return measure(await engine.open<T>(definition), {
      store: 'documents',
      operations: ['insert', 'insertAll', 'find', 'findOne', 'count', 'tally', 'change', 'changeAll', 'remove'],
      isFault,
    });
  },
  ping: () => engine.ping(),
  close: () => engine.close(),
});

/** The objects, each operation of which is measured; reading what was opened is not. */
export const measuredObjects = (objects: ListedObjects, measure: MeasureStore): ListedObjects =>
  measure(objects, { store: 'objects', operations: ['put', 'open', 'size', 'link', 'remove'], isFault });

/** The vectors, each operation of which is measured. */
export const measuredVectors = (vectors: ListedVectors, measure: MeasureStore): ListedVectors =>
  measure(vectors, { store: 'vectors', operations: ['upsert', 'query', 'count', 'remove'], isFault });
