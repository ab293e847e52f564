import type { Collection, CollectionDefinition, DocumentStore } from '../../adapters/documents/collection.ts';

/** All stored documents, by collection, except the audit trail, where refused requests leave an entry. */
export type Inventory = Readonly<Record<string, readonly object[]>>;

const AUDIT_EVENTS = 'audit_events';

/** Read methods of a collection. */
const READS: readonly unknown[] = ['find', 'each', 'findOne', 'count', 'tally'];

/** What lists all documents of a store, and removes them. */
interface WholeStore {
  everything(): Promise<Inventory>;
  /** Removes what `everything` lists. */
  removeEverything(): Promise<void>;
}

/** The engine, which also lists all documents of its collections. Each list is cached until the next write to it. */
export function inventoried<E extends DocumentStore>(engine: E): E & WholeStore {
  const opened = new Map<string, Collection<object>>();
  const open = engine.open.bind(engine);
  const lists = new Map<string, Promise<readonly object[]>>();
  const listOf = (name: string, collection: Collection<object>): Promise<readonly object[]> => {
    const list = lists.get(name) ?? collection.find({});
    lists.set(name, list);
    return list;
  };

  return Object.assign(engine, {
    async open<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>> {
      const collection = await open(definition);
      if (definition.name === AUDIT_EVENTS) return collection;
      opened.set(definition.name, collection as unknown as Collection<object>);
      lists.delete(definition.name);
      return onWrite(collection, () => lists.delete(definition.name));
    },
    async everything(): Promise<Inventory> {
      const entries = [...opened].map(async ([name, collection]) => [name, await listOf(name, collection)] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
    async removeEverything() {
      // One after the other, since a server that is busy answers none of many in time, and most are empty.
      for (const [name, collection] of opened) {
        if ((await listOf(name, collection)).length > 0) await collection.remove({});
        lists.delete(name);
      }
    },
  });
}

/** The collection, with a notification after each possible change. */
const onWrite = <C extends object>(collection: C, changed: () => void): C =>
  new Proxy(collection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const perform = (...values: unknown[]): unknown => Reflect.apply(member, target, values);
      if (READS.includes(name)) return perform;
      return async (...values: unknown[]): Promise<unknown> => {
        try {
          return await perform(...values);
        } finally {
          changed();
        }
      };
    },
  });
