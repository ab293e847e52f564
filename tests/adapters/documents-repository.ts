import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { mongoEngine } from '../../adapters/documents/drivers/mongo.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { bites, keeps, type Contract } from '../support/contract.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { describeServed } from '../support/servers.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { engineWith, hesitantly, type Spoil } from './documents-saboteurs.ts';

const untilEndOfTest = async (opening: Promise<DocumentStore>): Promise<DocumentStore> => {
  const opened = await opening;
  atEndOfTest(() => opened.close());
  return opened;
};

/** An embedded engine until the end of the test. */
export const engine = (): Promise<DocumentStore> => untilEndOfTest(sqliteEngine(':memory:'));

const served = (server: string): Promise<DocumentStore> =>
  untilEndOfTest(mongoEngine(temporaryDatabase(server), rememberingLog().log));

/** An engine without indexes, spoiled in one way. */
const spoiled = (spoil: Spoil) => async (): Promise<DocumentStore> => engineWith(await engine(), spoil);

/** Engines that are each spoiled in one way. */
const flaws = {
  keepsDuplicates: async () =>
    engineWith(
      await engine(),
      () => ({}),
      (definition) => ({ ...definition, indexes: [] }),
    ),
  findsAll: spoiled((it) => ({
    findOne: async () => (await it.find({})).at(-1) ?? null,
    find: (_, page) => it.find({}, page),
    each: (_, page) => it.each({}, page),
    count: () => it.count({}),
    tally: (_, by, sum) => it.tally({}, by, sum),
  })),
  changesAny: spoiled((it) => ({ change: (_, changes) => it.change({}, changes), remove: () => it.remove({}) })),
  forgetsPages: spoiled((it) => ({ find: (match) => it.find(match), each: (match) => it.each(match) })),
  answersAnother: spoiled((it) => ({
    change: async (match, changes) => ((await it.change(match, changes)) ? it.findOne({}) : null),
  })),
  changesNothing: spoiled((it) => ({ change: async (match) => it.findOne(match), remove: async () => 0 })),
  miscounts: spoiled((it) => ({ count: async (match) => Object.keys(match).length + (await it.count({})) })),
  removesMore: spoiled((it) => ({ remove: async (match) => Math.max(1, await it.remove(match)) })),
  findsNoFirst: spoiled((it) => ({
    findOne: async (match) => (Object.keys(match).length === 0 ? null : it.findOne(match)),
  })),
  hesitates: spoiled(hesitantly),
} satisfies Record<string, () => Promise<DocumentStore>>;

type Flaw = keyof typeof flaws;

/** The same function, with the name that a failing test reports. */
const named = <F extends () => unknown>(name: string, make: F): F =>
  Object.defineProperty(make, 'name', { value: name });

/** Tests a repository on every engine, and its contract on the engines with the flaws that it can notice. */
export function repository<T>(
  name: string,
  contract: Contract<T>,
  make: (engine: DocumentStore) => Promise<T>,
  noticed: readonly Flaw[],
): void {
  describe(`${name}: documents`, () => keeps(contract, async () => make(await engine())));
  describeServed(`${name}: documents in mongo`, 'documents', (server) =>
    keeps(contract, async () => make(await served(server()))),
  );
  describe(`${name}: the contract`, () =>
    bites(contract, ...noticed.map((flaw) => named(flaw, async () => make(await flaws[flaw]())))));
}
