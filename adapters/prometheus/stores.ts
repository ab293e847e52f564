import { Counter, Histogram, type Registry } from 'prom-client';

/** A store to measure, and its operations. */
export interface MeasuredStore<T> {
  readonly store: 'documents' | 'objects' | 'vectors';
  readonly operations: readonly (keyof T & string)[];
  /** Whether an error is a fault of the store, not a regular answer. */
  isFault(error: unknown): boolean;
}

/** Wraps a store so that its operations are timed and its faults counted. */
export type MeasureStore = <T extends object>(store: T, what: MeasuredStore<T>) => T;

/** Prometheus metrics of stores, by operation. */
export function prometheusStoreMetrics(register: Registry): MeasureStore {
  const labelNames = ['store', 'operation'] as const;
  const registers = [register];
  const seconds = new Histogram({
    name: 'store_operation_seconds',
    help: 'Duration of store operations',
    labelNames,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const errors = new Counter({
    name: 'store_operation_errors_total',
    help: 'Failed store operations',
    labelNames,
    registers,
  });
  return (subject, { store, operations, isFault }) =>
    timed(subject, operations, async (operation, work) => {
      const startedAt = performance.now();
      try {
        return await work();
      } catch (error) {
        if (isFault(error)) errors.inc({ store, operation });
        throw error;
      } finally {
        seconds.observe({ store, operation }, (performance.now() - startedAt) / 1000);
      }
    });
}

type StoreMethod = (...args: unknown[]) => unknown;
type Timing = (operation: string, work: () => unknown) => Promise<unknown>;

/** A proxy of the subject that times these methods. */
function timed<T extends object>(subject: T, operations: readonly string[], time: Timing): T {
  const methods = new Map<PropertyKey, StoreMethod>();
  const methodOf = (name: PropertyKey, method: StoreMethod): StoreMethod => {
    const known = methods.get(name);
    if (known) return known;
    const isTimed = operations.includes(String(name));
    const own: StoreMethod = (...args) => method.apply(subject, args);
    const wrapped: StoreMethod = isTimed ? (...args) => time(String(name), () => own(...args)) : own;
    methods.set(name, wrapped);
    return wrapped;
  };
  return new Proxy(subject, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? methodOf(name, value as StoreMethod) : value;
    },
  });
}
