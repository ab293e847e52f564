import { MongoClient, type Db } from 'mongodb';
import { atEndOfTest } from './temporary.ts';

/** The URL of a separate database on this server, removed with the running test. */
export function temporaryDatabase(server: string): string {
  const url = databaseAt(server, newName());
  atEndOfTest(() => dropDatabase(url));
  return url;
}

/** A unique database name. */
export const newName = (): string => `tests_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;

/** The URL of this database on the server of another URL. */
export function databaseAt(server: string, name: string): string {
  const [, host = '', query = ''] = /^([^/]+\/\/[^/?]+)[^?]*(.*)$/.exec(server) ?? [];
  return `${host}/${name}${query}`;
}

/** Removes the database of this URL. */
export const dropDatabase = (url: string): Promise<unknown> => withDatabase(url, (database) => database.dropDatabase());

/** Does something with the database of this URL. */
export async function withDatabase<R>(url: string, work: (database: Db) => Promise<R>): Promise<R> {
  const client = new MongoClient(url);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}
