import { MongoClient, type Db } from 'mongodb';
import { failed, outage } from '../../../domain/errors.ts';

/** Timeouts of the parts of an operation. In milliseconds. */
const TIMES = {
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 4_000,
  waitQueueTimeoutMS: 3_000,
};

/** The first version that allows several partial indexes on the same fields. */
const MAJOR_VERSION_MIN = 5;

/** Throws if a server says that it is too old. */
export function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) < MAJOR_VERSION_MIN)
    throw failed(`DOCUMENTS_URL leads to MongoDB ${version}. Upgrade it to 5.0 or later, then start again`);
}

/** The driver ends each server check within `connectTimeoutMS`. Allowance for reading that it did, in milliseconds. */
const READING_MS = 200;

/** The database when the URL has none. */
const DATABASE = 'voice_platform';

/**
 * A connection that is restored whenever the server is reachable. The driver reconnects, with two exceptions: it stops
 * permanently when its first connection fails, and a server check can hang forever when a connection ends. Then a new
 * client replaces the old one.
 */
export class MongoConnection {
  readonly #url: string;
  #client: MongoClient;
  #connected: Promise<unknown> | null = null;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
    this.#client = this.#newClient();
  }

  /** The connected database. The same object while the connection lasts. */
  async database(): Promise<Db> {
    if (this.#isClosed) throw outage('The document store is closed');
    const client = this.#client;
    this.#connected ??= connected(client).catch((error: unknown) => {
      if (client === this.#client) this.#connected = null;
      throw error;
    });
    await this.#connected;
    return databaseOf(client, this.#url);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client.close();
  }

  #newClient(): MongoClient {
    const client = new MongoClient(this.#url, {
      ...TIMES,
      appName: 'voice-agent-platform',
      writeConcern: { w: 'majority' },
      readConcernLevel: 'majority',
      readPreference: 'primary',
    });
    const checks = new Map<string, NodeJS.Timeout>();
    client.on('serverHeartbeatStarted', ({ connectionId, awaited }) => {
      if (awaited) return;
      const set = (wait: number, then: () => void): unknown => checks.set(connectionId, setTimeout(then, wait).unref());
      // Two timers, because after a long standstill of this process timers run before received data is read.
      set(TIMES.connectTimeoutMS, () => set(READING_MS, () => this.#replace(client)));
    });
    const ended = ({ connectionId }: { readonly connectionId: string }): void => clearTimeout(checks.get(connectionId));
    client.on('serverHeartbeatSucceeded', ended);
    client.on('serverHeartbeatFailed', ended);
    return client;
  }

  #replace(lost: MongoClient): void {
    if (this.#isClosed || lost !== this.#client) return;
    this.#client = this.#newClient();
    this.#connected = null;
    // Its connections have already ended, so errors while closing mean nothing.
    void lost.close().catch(() => undefined);
  }
}

async function connected(client: MongoClient): Promise<void> {
  await client.connect();
  const { version } = await client.db('admin').command({ buildInfo: 1 });
  requireVersion(String(version));
}

const databases = new WeakMap<MongoClient, Db>();

function databaseOf(client: MongoClient, url: string): Db {
  const known = databases.get(client);
  if (known) return known;
  const isNamed = /^[^/]+\/\/[^/]+\/[^?]/.test(url);
  const database = isNamed ? client.db() : client.db(DATABASE);
  databases.set(client, database);
  return database;
}
