import { assert } from 'chai';
import type { CollectionDefinition } from '../../adapters/documents/collection.ts';
import { documentUsers } from '../../adapters/documents/users.ts';
import type { User } from '../../domain/accounts/user.ts';
import type { EmbeddedChunk } from '../../application/ports/vectors.ts';
import { collections } from '../../tools/migrate/collections.ts';
import { copy } from '../../tools/migrate/copy.ts';
import type { StoreUrls } from '../../tools/migrate/options.ts';
import type { Screen } from '../../tools/migrate/progress-bar.ts';
import { openDocuments, openObjects, openVectors } from '../../bootstrap/stores.ts';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import { removeBucket } from '../support/buckets.ts';
import { deleteOrganisations } from '../support/chroma.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { describeServed, missingServer, serverUrl } from '../support/servers.ts';
import { skip } from '../support/skipped.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const { log } = rememberingLog();
const quiet: Screen = { write: () => true };
const links = hmacObjectLinks({ secret: 's', path: '/' }, fakeClock());

interface Call {
  readonly call_id: string;
  readonly org_id: string;
  readonly status: string;
  readonly recording_url: string | null;
  readonly custom_variables: Readonly<Record<string, unknown>>;
}

const CALLS: CollectionDefinition<Call> = {
  name: 'calls',
  indexes: [{ name: 'by_id', fields: ['call_id'], unique: true }],
};

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function open({ documentsUrl, objectsUrl, bucket, vectorsUrl }: StoreUrls) {
  const documents = await openDocuments(documentsUrl, log);
  const objects = await openObjects(objectsUrl, bucket, links);
  const vectors = await openVectors(vectorsUrl);
  return {
    documents,
    objects,
    vectors,
    calls: await documents.open(CALLS),
    users: await documentUsers(documents),
    async close() {
      await vectors.close();
      await documents.close();
    },
  };
}

async function embedded(): Promise<StoreUrls> {
  const directory = await temporaryDirectory();
  return {
    documentsUrl: `sqlite:${directory}/platform.db`,
    objectsUrl: `file:${directory}/objects`,
    bucket: `test-${crypto.randomUUID()}`,
    vectorsUrl: `sqlite:${directory}/vectors.db`,
  };
}

const user = (email: string, password = 'hash'): User => ({
  email,
  password,
  created_at: '2026-03-02T09:00:00.000Z',
  default_org_id: 'org',
  last_logged_in_at: null,
});

const chunk = (org: string, at: number): EmbeddedChunk => ({
  chunk_id: `c${at}`,
  document_id: `d${at % 2}`,
  source_filename: `${org}.pdf`,
  page: at || null,
  heading: at > 0 ? `Heading ${at}` : null,
  text: `text ${at}`,
  embedding_model: 'm',
  vector: Float32Array.of(1, at),
});

/** An installation with something of everything. */
async function furnish(places: StoreUrls, org: string): Promise<void> {
  const stores = await open(places);
  await stores.users.add(user('ada@example.com'));
  await stores.users.add(user('bob@example.com'));
  const call = { org_id: org, status: 'completed', custom_variables: { 'a.b': `${stores.objects.root}stays` } };
  for (let at = 0; at < 1_100; at += 1)
    await stores.calls.insert({
      ...call,
      call_id: `call-${at}`,
      recording_url: at ? null : `${stores.objects.root}${org}/call-0/recording.wav`,
    });
  for (const key of [`${org}/call-0/recording.wav`, `${org}/call-0/transcript.txt`, `${org}/campaigns/1/c.csv`])
    await stores.objects.put(key, once(key), { size: key.length, contentType: 'text/plain' });
  await stores.vectors.upsert(
    org,
    Array.from({ length: 500 }, (_, at) => chunk(org, at)),
  );
  await stores.close();
}

/** What the API shows of the furnished installation. */
async function look(places: StoreUrls, org: string) {
  const stores = await open(places);
  const [first] = await stores.calls.find({}, { limit: 1 });
  const recording = await stores.objects.open(`${org}/call-0/recording.wav`);
  let bytes = '';
  for await (const part of recording!.bytes) bytes += Buffer.from(part).toString();
  const question = { vector: Float32Array.of(1, 3), embeddingModel: 'm', documentIds: null, topK: 1 };
  const seen = {
    first,
    bytes,
    calls: await stores.calls.count({}),
    ada: (await stores.users.find('ada@example.com'))?.email,
    nearest: (await stores.vectors.query(org, question)).map(({ chunk_id, page }) => [chunk_id, page]),
  };
  await stores.close();
  return seen;
}

const expected = (places: StoreUrls, org: string) => {
  const objectsRoot = `${places.objectsUrl.startsWith('s3') ? 's3' : 'file'}://${places.bucket}/`;
  return {
    first: {
      call_id: 'call-0',
      org_id: org,
      status: 'completed',
      recording_url: `${objectsRoot}${org}/call-0/recording.wav`,
    },
    bytes: `${org}/call-0/recording.wav`,
    calls: 1_100,
    ada: 'ada@example.com',
    nearest: [['c3', 3]],
  };
};

async function assertFurnished(places: StoreUrls, org: string): Promise<void> {
  const { first, ...rest } = await look(places, org);
  const { first: expectedFirst, ...others } = expected(places, org);
  assert.deepInclude(first, expectedFirst);
  assert.deepEqual(rest, others);
}

describe('a copy of an installation', () => {
  it('is complete, with URLs of the new store, and changes nothing else there', async () => {
    const [from, to] = [await embedded(), await embedded()];
    await furnish(from, 'org');
    const counts = await copy({ from, to }, log, quiet);
    assert.isTrue(
      counts.every(({ same }) => same),
      JSON.stringify(counts),
    );
    assert.deepInclude(counts, { what: 'calls', wanted: 1_100, found: 1_100, same: true });
    assert.deepInclude(counts, { what: 'objects', wanted: 3, found: 3, same: true });
    assert.deepInclude(counts, { what: 'vectors', wanted: 500, found: 500, same: true });
    await assertFurnished(to, 'org');
    await assertFurnished(from, 'org');
    const { custom_variables } = (await look(to, 'org')).first!;
    assert.deepEqual(custom_variables, { 'a.b': `file://${from.bucket}/stays` });
  });

  it('continues after an interruption and copies each document once', async () => {
    const [from, to] = [await embedded(), await embedded()];
    await furnish(from, 'org');
    const broken: Screen = {
      write(line) {
        if (line.startsWith('calls')) throw new Error('pulled the plug');
      },
    };
    assert.match(String(await copy({ from, to }, log, broken).catch((error: unknown) => error)), /pulled the plug/);
    const stores = await open(to);
    await stores.calls.remove({ call_id: 'call-7' });
    await stores.objects.remove('org/call-0/recording.wav');
    await stores.vectors.remove('org', 'd1');
    await stores.close();
    const counts = await copy({ from, to }, log, quiet);
    assert.isTrue(counts.every(({ same }) => same));
    await assertFurnished(to, 'org');
  });

  it('reports other data in the target and leaves it unchanged', async () => {
    const [from, to] = [await embedded(), await embedded()];
    await furnish(from, 'org');
    const stores = await open(to);
    await stores.users.add(user('ada@example.com', 'another'));
    await stores.users.add(user('eve@example.com'));
    const counts = await copy({ from, to }, log, quiet);
    assert.deepInclude(counts, { what: 'users', wanted: 2, found: 3, same: false });
    assert.deepInclude(await stores.users.find('ada@example.com'), { password: 'another' });
    await stores.close();
  });

  it('skips stores that are the same on both sides', async () => {
    const from = await embedded();
    await furnish(from, 'org');
    const to = { ...(await embedded()), objectsUrl: from.objectsUrl, bucket: from.bucket, vectorsUrl: from.vectorsUrl };
    const counts = await copy({ from, to }, log, quiet);
    for (const { what } of counts) assert.notInclude(['objects', 'vectors'], what);
    await assertFurnished(to, 'org');
  });
});

describeServed('a copy between the embedded and the distributed stores', 'documents', (documentsUrl) => {
  it('is complete after a round trip', async function () {
    const [objectsUrl, vectorsUrl] = await Promise.all([serverUrl('objects'), serverUrl('vectors')]);
    if (objectsUrl === null) return skip(this, missingServer('objects'));
    if (vectorsUrl === null) return skip(this, missingServer('vectors'));
    const [from, back] = [await embedded(), await embedded()];
    const org = crypto.randomUUID();
    const there: StoreUrls = {
      documentsUrl: databaseOf(documentsUrl(), `copy_${org.replaceAll('-', '')}`),
      objectsUrl,
      bucket: from.bucket,
      vectorsUrl,
    };
    atEndOfTest(() => tidy(there, org));
    await furnish(from, org);
    const gone = await copy({ from, to: there }, log, quiet);
    assert.isTrue(
      gone.every(({ same }) => same),
      JSON.stringify(gone),
    );
    await assertFurnished(there, org);
    const returned = await copy({ from: there, to: back }, log, quiet);
    // The server of vectors is shared: other tests add and remove theirs during the copy.
    const own = returned.filter(({ what }) => what !== 'vectors');
    assert.isTrue(
      own.every(({ same }) => same),
      JSON.stringify(own),
    );
    await assertFurnished(back, org);
  });
});

function databaseOf(url: string, name: string): string {
  const [, server = '', query = ''] = /^(\w+:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(url) ?? [];
  return `${server}/${name}${query}`;
}

async function tidy(places: StoreUrls, org: string): Promise<void> {
  const engine = await openDocuments(places.documentsUrl, log);
  for (const definition of await collections()) await (await engine.open(definition)).remove({});
  await engine.close();
  await removeBucket(places.objectsUrl, places.bucket);
  await deleteOrganisations(places.vectorsUrl, (each) => each === org);
}
