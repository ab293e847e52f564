import { removeBucket } from './buckets.ts';
import { databaseAt, dropDatabase, newName, withDatabase } from './databases.ts';
import { missingServer, serverUrl } from './servers.ts';
import { skip } from './skipped.ts';
import { TEST_KEYS } from './test-keys.ts';

/** Separate stores, as environment variables of a process. */
export interface Lease {
  readonly env: Readonly<
    Record<'DOCUMENTS_URL' | 'OBJECTS_URL' | 'OBJECTS_BUCKET' | 'VECTORS_URL' | 'PROVIDER_AUTH_ENCRYPTION_KEY', string>
  >;
  /** Empties them for the next test. */
  release(): Promise<void>;
}

/** Whether the tests of the whole run on the real servers: `TEST_STORES=distributed` says so. */
export const areDistributed = process.env['TEST_STORES'] === 'distributed';

const START_MS = 300_000;

/** Shared by all tests: object keys begin with random ids. */
const BUCKET = `test-${crypto.randomUUID()}`;

// Creating a database takes far longer than emptying one, so databases are reused.
const databases = new Set<string>();
const unused: string[] = [];

/** Stores on the real servers, empty, or null where the tests run on the embedded ones. */
export async function leaseStores(): Promise<Lease | null> {
  if (!areDistributed) return null;
  const [documents, objects, vectors] = await Promise.all([urlOf('documents'), urlOf('objects'), urlOf('vectors')]);
  const database = unused.pop() ?? databaseAt(documents, newName());
  databases.add(database);
  return {
    env: {
      DOCUMENTS_URL: database,
      OBJECTS_URL: objects,
      OBJECTS_BUCKET: BUCKET,
      VECTORS_URL: vectors,
      // A process does not generate keys for distributed stores.
      PROVIDER_AUTH_ENCRYPTION_KEY: TEST_KEYS.PROVIDER_AUTH_ENCRYPTION_KEY,
    },
    async release() {
      await empty(database);
      unused.push(database);
    },
  };
}

async function urlOf(kind: Parameters<typeof serverUrl>[0]): Promise<string> {
  const url = await serverUrl(kind);
  if (url === null) throw new Error(`There is no server for ${kind}`);
  return url;
}

const empty = (url: string): Promise<unknown> =>
  withDatabase(url, async (database) => {
    const names = await database.listCollections({}, { nameOnly: true }).toArray();
    return Promise.all(names.map(({ name }) => database.collection(name).deleteMany({})));
  });

// Registered where mocha loads the file, which is outside of every suite: around all tests there are.
if (areDistributed) {
  before(async function () {
    this.timeout(START_MS);
    for (const kind of ['documents', 'objects', 'vectors'] as const)
      if ((await serverUrl(kind)) === null) skip(this, missingServer(kind));
  });
  after(async () => {
    await Promise.all(Array.from(databases, dropDatabase));
    // A server cannot list a bucket with an interrupted upload and keeps it, which does no harm.
    await removeBucket(await urlOf('objects'), BUCKET).catch(() => undefined);
  });
}
