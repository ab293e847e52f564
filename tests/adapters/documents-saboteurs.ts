import type { Collection, CollectionDefinition, DocumentStore } from '../../adapters/documents/collection.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import type { Person } from '../contracts/documents-people.ts';

const inMemory = (): Promise<DocumentStore> => sqliteEngine(':memory:');

export type Spoil = (genuine: Collection<Person>) => Partial<Collection<Person>>;

/** An engine that works but for what is spoiled. */
export const engineWith = (
  engine: DocumentStore,
  spoil: Spoil,
  define = (definition: CollectionDefinition<Person>) => definition,
): DocumentStore => ({
  ping: () => engine.ping(),
  close: () => engine.close(),
  open: async (definition) => {
    const genuine = await engine.open(define(definition as never));
    const whole: Collection<Person> = {
      insert: (document) => genuine.insert(document),
      insertAll: (documents) => genuine.insertAll(documents),
      find: (match, page) => genuine.find(match, page),
      each: (match, page) => genuine.each(match, page),
      all: () => genuine.all(),
      findOne: (match, sort) => genuine.findOne(match, sort),
      count: (match) => genuine.count(match),
      tally: (match, by, sum) => genuine.tally(match, by, sum),
      change: (match, changes, sort) => genuine.change(match, changes, sort),
      changeAll: (changes) => genuine.changeAll(changes),
      remove: (match) => genuine.remove(match),
    };
    return { ...whole, ...spoil(genuine) } as never;
  },
});

const spoiled =
  (spoil: Spoil, define?: (definition: CollectionDefinition<Person>) => CollectionDefinition<Person>) => async () =>
    engineWith(await inMemory(), spoil, define);

const withoutNulls = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) as T;

/** Copies a tree the naive way, which loses `__proto__`. */
function naiveCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) copy[key] = naiveCopy(each);
  return copy as T;
}

const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Looks first and writes later. */
export const hesitantly: Spoil = (it) => ({
  change: async (match, changes, sort) => {
    const seen = await it.findOne(match, sort);
    await later();
    return seen && it.change({ name: seen.name }, { ...seen, ...changes });
  },
});

/** Engines that each break what a careless author would. */
export const documentSaboteurs = {
  naive: spoiled((it) => ({ findOne: async (...ask) => naiveCopy(await it.findOne(...ask)) })),
  sharing: spoiled((it) => {
    const kept: Person[] = [];
    return {
      insert: async (document) => (kept.push(document), it.insert(document)),
      findOne: async (match) => kept.find(({ id }) => id === match.id) ?? null,
    };
  }),
  undiscerning: spoiled((it) => ({
    find: (_, page) => it.find({}, page),
    count: () => it.count({}),
    tally: (_, by, sum) => it.tally({}, by, sum),
    remove: () => it.remove({}),
  })),
  unordered: spoiled((it) => ({
    find: (match, page = {}) => it.find(match, { ...page, sort: {} }),
    findOne: (match) => it.findOne(match),
    change: (match, changes) => it.change(match, changes),
  })),
  brief: spoiled((it) => ({
    async *all() {
      yield* await it.find({}, { limit: 500 });
    },
  })),
  boundless: spoiled((it) => ({ find: (match, page = {}) => it.find(match, page.sort ? { sort: page.sort } : {}) })),
  promiscuous: spoiled(
    () => ({}),
    (definition) => ({ ...definition, indexes: [] }),
  ),
  pedantic: spoiled((it) => ({ insert: (document) => it.insert({ ...document, badge: document.badge ?? 'none' }) })),
  merging: spoiled((it) => ({ change: (match, changes, sort) => it.change(match, withoutNulls(changes), sort) })),
  blurring: spoiled((it) => ({
    tally: async (match, by, sum) =>
      (await it.tally(match, by, sum)).filter(({ values }) => Object.values(values).every((each) => each !== null)),
  })),
  uncounting: spoiled((it) => ({
    tally: async (...ask) => (await it.tally(...ask)).map((group) => ({ ...group, sum: group.count })),
  })),
  idle: spoiled((it) => ({
    change: async (match, changes, sort) => (Object.keys(changes).length ? it.change(match, changes, sort) : null),
  })),
  hesitant: spoiled(hesitantly),
  trusting: spoiled((it) => ({
    find: (match, page) => it.find(match, page).catch(() => []),
    tally: (match, by, sum) => it.tally(match, by, sum).catch(() => []),
    remove: (match) => it.remove(match).catch(() => it.remove({})),
  })),
  amnesiac: async () => {
    const engine = await inMemory();
    const open = async (definition: CollectionDefinition<Person>) => {
      const collection = await engine.open(definition);
      await collection.remove({});
      return collection;
    };
    return { ...engineWith(engine, () => ({})), open } as DocumentStore;
  },
  mingling: spoiled(
    () => ({}),
    (definition) => ({ ...definition, name: 'everything', indexes: [] }),
  ),
  restless: async () => ({ ...engineWith(await inMemory(), () => ({})), close: async () => {} }),
};
