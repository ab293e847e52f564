import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import Database from 'better-sqlite3';
import type { Collection, Definition, Engine } from '../../adapters/documents/collection.ts';
import { sqliteEngine } from '../../adapters/documents/engines/sqlite.ts';
import { DomainError } from '../../domain/errors.ts';
import {
  documentsContract,
  people,
  person,
  sharedDocumentsContract,
  type Person,
  type SharedDocuments,
} from '../contracts/documents.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const opened = async (location: string): Promise<Engine> => {
  const engine = await sqliteEngine(location);
  atEndOfTest(() => engine.close());
  return engine;
};
const inMemory = (): Promise<Engine> => opened(':memory:');
const newFile = async (): Promise<string> => join(await temporaryDirectory(), 'folder', 'platform.db');

const shared = async (): Promise<SharedDocuments> => {
  const file = await newFile();
  return { one: await opened(file), other: await opened(file) };
};

describe('documents: sqlite in memory', () => keeps(documentsContract, inMemory));
describe('documents: sqlite in a file', () => keeps(documentsContract, async () => opened(await newFile())));
describe('documents: two sqlite engines on one file', () => keeps(sharedDocumentsContract, shared));

type Spoil = (genuine: Collection<Person>) => Partial<Collection<Person>>;

/** An engine that works but for what is spoiled. */
const engineWith = (engine: Engine, spoil: Spoil, define = (definition: Definition<Person>) => definition): Engine => ({
  ping: () => engine.ping(),
  close: () => engine.close(),
  open: async (definition) => {
    const genuine = await engine.open(define(definition as never));
    const whole: Collection<Person> = {
      insert: (document) => genuine.insert(document),
      find: (match, page) => genuine.find(match, page),
      findOne: (match, sort) => genuine.findOne(match, sort),
      count: (match) => genuine.count(match),
      change: (match, changes, sort) => genuine.change(match, changes, sort),
      remove: (match) => genuine.remove(match),
    };
    return { ...whole, ...spoil(genuine) } as never;
  },
});

const spoiled = (spoil: Spoil, define?: (definition: Definition<Person>) => Definition<Person>) => async () =>
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

const saboteurs = {
  forgetful: spoiled(() => ({ insert: async () => {} })),
  naive: spoiled((it) => ({ find: async (...ask) => (await it.find(...ask)).map(naiveCopy) })),
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
    remove: () => it.remove({}),
  })),
  unordered: spoiled((it) => ({
    find: (match, page = {}) => it.find(match, { ...page, sort: {} }),
    findOne: (match) => it.findOne(match),
    change: (match, changes) => it.change(match, changes),
  })),
  boundless: spoiled((it) => ({ find: (match, page = {}) => it.find(match, page.sort ? { sort: page.sort } : {}) })),
  promiscuous: spoiled(
    () => ({}),
    (definition) => ({ ...definition, indexes: [] }),
  ),
  pedantic: spoiled((it) => ({ insert: (document) => it.insert({ ...document, badge: document.badge ?? 'none' }) })),
  merging: spoiled((it) => ({ change: (match, changes, sort) => it.change(match, withoutNulls(changes), sort) })),
  idle: spoiled((it) => ({
    change: async (match, changes, sort) => (Object.keys(changes).length ? it.change(match, changes, sort) : null),
  })),
  hesitant: spoiled((it) => ({
    change: async (match, changes, sort) => {
      const seen = await it.findOne(match, sort);
      await later();
      return seen && it.change({ name: seen.name }, { ...seen, ...changes });
    },
  })),
  trusting: spoiled((it) => ({
    find: (match, page) => it.find(match, page).catch(() => []),
    remove: (match) => it.remove(match).catch(() => it.remove({})),
  })),
  amnesiac: async () => {
    const engine = await inMemory();
    return { ...engineWith(engine, () => ({})), open: async (definition: never) => {
      const collection = await engine.open(definition);
      await collection.remove({});
      return collection;
    } } as Engine;
  },
  mingling: spoiled(
    () => ({}),
    (definition) => ({ ...definition, name: 'everything', indexes: [] }),
  ),
  restless: async () => ({ ...engineWith(await inMemory(), () => ({})), close: async () => {} }),
};

describe('documents: the contract', () => bites(documentsContract, ...Object.values(saboteurs)));

describe('documents: the contract of two', () =>
  bites(
    sharedDocumentsContract,
    async () => ({ one: await inMemory(), other: await inMemory() }),
    async () => {
      const { one, other } = await shared();
      const first = saboteurs.hesitant;
      return { one: await first(), other: engineWith(other, () => ({})), unused: one };
    },
  ));
