import Database from 'better-sqlite3';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { memoryEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { formatGuarded } from '../../adapters/documents/store-format.ts';

let first: Database.Database | undefined;
let tables: Buffer | undefined;

/** The embedded document store in memory, with the tables that were kept of the first one: creating them takes long. */
export function memoryDocuments(ports: Parameters<typeof formatGuarded>[1]): DocumentStore {
  const database = new Database(tables ?? ':memory:');
  first ??= database;
  return formatGuarded(memoryEngine(database), ports);
}

/** Keeps the tables of the first store for those that come after it, before anything is in them. */
export function keepTables(): void {
  tables ??= first?.serialize();
}
