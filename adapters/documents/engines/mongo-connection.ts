import { MongoClient, type Db } from 'mongodb';
import { outage } from '../../../domain/errors.ts';

/** How long the parts of an operation may take. In milliseconds, as all of these. */
const TIMES = {
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 4_000,
  waitQueueTimeoutMS: 3_000,
};

/** The driver ends every check of a server by itself within `connectTimeoutMS`, and reads that it did so soon after. */
const READING_MS = 200;

/** Used where the URL names no database. */
const DATABASE = 'voice_platform';

/**
 * A way to the database that is found again whenever the server is. The driver looks after that, with two exceptions:
 * it gives up for good when its first connection fails, and its check of a server can be caught by the end of a
 * connection and wait forever. Then another client takes the place of the one that is lost.
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

  /** The database, once there is a connection; the same one as long as that lasts. */
  async database(): Promise<Db> {
    if (this.#isClosed) throw outage('The document store is closed');
    const client = this.#client;
    this.#connected ??= client.connect().catch((error: unknown) => {
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
      // Twice, for after a long standstill of this process timers come before what was received meanwhile.
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
    // Its connections are gone already; an error at their end tells nobody anything.
    void lost.close().catch(() => undefined);
  }
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
