import { MongoClient } from 'mongodb';
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
export async function dropDatabase(url: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}
