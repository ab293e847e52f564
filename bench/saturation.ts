import { parseArgs } from 'node:util';
import { printHelpIfRequested } from '../bootstrap/help.ts';
import { removeBucket } from '../tests/support/buckets.ts';
import { databaseAt, dropDatabase } from '../tests/support/databases.ts';
import { freePort } from '../tests/support/free-port.ts';
import { ApiClient } from '../tools/demo/api-client.ts';
import { uploadGuide } from '../tools/demo/knowledge.ts';
import { groundedReceptionist } from '../tools/demo/scene.ts';
import { CarrierLeg } from './carrier-leg.ts';
import { loadDocuments } from './document-load.ts';
import { machine, say, wait } from './print.ts';
import { cpuSeconds } from './process-cost.ts';
import { percentile } from './statistics.ts';
import { countsOf, STORES, storeSeconds, type Counts, type Store } from './store-costs.ts';
import { openTelephoneFixture } from './telephone-fixture.ts';
import { metronome, startRuntime } from './telephone-runtime.ts';

printHelpIfRequested(`npm run bench:saturation -- [--calls <10>] [--callers <4,16,48>] [--call-seconds <20>] [--seconds <40>]

Counts what a telephone call of an agent with a knowledge base asks of each store, and the processor time it takes of each store's server,
by calls one after the other. Then this number of callers call again and again, and at the end the operations of calls are made on
documents alone. The stores are those of TEST_DOCUMENTS_URL, TEST_OBJECTS_URL and TEST_VECTORS_URL, in a database and a bucket that are
removed at the end; without them SQLite and files, in the processes of the platform. Servers are found by their command lines: postgres,
mongo, s3, minio and chroma. What others ask of them at that time counts as well.`);

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10' },
    callers: { type: 'string', default: '4,16,48' },
    'call-seconds': { type: 'string', default: '20' },
    seconds: { type: 'string', default: '40' },
  },
});
const CALL_MS = Number(values['call-seconds']) * 1_000;
const IDLE_MS = 20_000;
/** Calls whose operations are made at the same time. */
const AT_ONCE = [1, 8, 32];
/** Until the last recordings are delivered. */
const REST_MS = 3_000;

/** What says that a store has a server. */
const SERVED = { documents: 'DOCUMENTS_URL', objects: 'OBJECTS_URL', vectors: 'VECTORS_URL' } as const;

/** What was used so far, or between two moments. Processor time in seconds. */
interface Spent {
  readonly counts: Counts;
  readonly stores: Readonly<Record<Store, number>>;
  readonly runtime: number;
  /** This process: the API, the carrier and the callers. */
  readonly api: number;
  readonly seconds: number;
}

say(machine());
const stores = storesOfTests();
say(`stores: ${Object.keys(stores).join(', ') || 'SQLite and files'}`);
const fixture = await openTelephoneFixture(`http://127.0.0.1:${await freePort()}`, stores);
const runtime = await startRuntime(fixture, stores);
const origins = [new URL(fixture.apiBaseUrl).origin, fixture.runtimeUrl];
try {
  try {
    await measureCalls();
  } finally {
    await runtime.stop();
    await fixture.close();
  }
  say('\nThe operations of calls on documents alone, without API and runtime');
  await loadDocuments(stores['DOCUMENTS_URL'], AT_ONCE);
} finally {
  await removeStores();
}
say(`\n${machine()}`);
process.exit(0);

async function measureCalls(): Promise<void> {
  await giveKnowledge();
  await call();
  await wait(REST_MS);
  const idle = await during(() => wait(IDLE_MS));
  say(`\nA second without calls`);
  report(idle, idle.seconds);
  const count = Number(values.calls);
  const alone = await during(async () => {
    for (let done = 0; done < count; done += 1) await call();
    await wait(REST_MS);
  });
  say(
    `\nA call of ${CALL_MS / 1_000} s, of ${count} one after the other, without what the same time takes without calls`,
  );
  report(alone, count, idle);
  for (const callers of values.callers.split(',').map(Number)) await together(callers, idle);
}

/** Environment of a platform on the stores of the tests. */
function storesOfTests(): Record<string, string> {
  const { TEST_DOCUMENTS_URL: documents, TEST_OBJECTS_URL: objects, TEST_VECTORS_URL: vectors } = process.env;
  return {
    ...(documents !== undefined && { DOCUMENTS_URL: databaseAt(documents, `bench_${process.pid}`) }),
    ...(objects !== undefined && { OBJECTS_URL: objects, OBJECTS_BUCKET: `bench-${process.pid}` }),
    ...(vectors !== undefined && { VECTORS_URL: vectors }),
  };
}

/** Removes the database and the bucket of this run. */
async function removeStores(): Promise<void> {
  const { DOCUMENTS_URL: documents, OBJECTS_URL: objects, OBJECTS_BUCKET: bucket } = stores;
  if (documents !== undefined) await dropDatabase(documents);
  if (objects !== undefined && bucket !== undefined) await removeBucket(objects, bucket);
}

/** The agent that is called answers from a document. */
async function giveKnowledge(): Promise<void> {
  const api = new ApiClient(fixture.apiBaseUrl, 60_000);
  api.authorise(fixture.token);
  const { documentId } = await uploadGuide(api);
  const { config } = groundedReceptionist(documentId, null) as { readonly config: object };
  await api.ask('PATCH', `/agents/${fixture.victim.agentId}`, { config });
}

/** One call from its webhook until it has hung up. Answers how long the caller waited for the first sound, in ms. */
async function call(): Promise<number> {
  const startedAt = performance.now();
  const leg = await CarrierLeg.open(await fixture.ring(), metronome);
  while (leg.arrivals.length === 0 && performance.now() - startedAt < CALL_MS) await wait(20);
  const waited = (leg.arrivals[0] ?? Number.POSITIVE_INFINITY) - startedAt;
  await wait(Math.max(0, CALL_MS - (performance.now() - startedAt)));
  await leg.hangUp();
  return waited;
}

/** These callers call again and again, and begin one after the other. */
async function together(callers: number, idle: Spent): Promise<void> {
  const until = performance.now() + Number(values.seconds) * 1_000;
  const waits: number[] = [];
  let failed = 0;
  const caller = async (place: number): Promise<void> => {
    await wait((place * CALL_MS) / callers);
    while (performance.now() < until)
      await call().then(
        (ms) => waits.push(ms),
        () => (failed += 1),
      );
  };
  const spent = await during(() => Promise.all(Array.from({ length: callers }, (_, place) => caller(place))));
  const cores = Object.entries({ ...spent.stores, runtime: spent.runtime, 'API and callers': spent.api });
  say(
    `\n${callers} callers: ${(waits.length / spent.seconds).toFixed(1)} calls a second, ${failed} failed, first sound after ` +
      `${percentile(waits, 0.5).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms; processors: ` +
      cores.map(([name, seconds]) => `${name} ${(seconds / spent.seconds).toFixed(2)}`).join(', '),
  );
  report(spent, Math.max(1, waits.length), idle);
  await wait(REST_MS);
}

async function during(work: () => Promise<unknown>): Promise<Spent> {
  const spent = async () => ({
    counts: await countsOf(origins),
    stores: storeSeconds(),
    runtime: cpuSeconds(runtime.pid),
    api: cpuSeconds(process.pid),
    seconds: performance.now() / 1_000,
  });
  const before = await spent();
  await work();
  const after = await spent();
  const operations = [...after.counts].map(([name, { count: all, seconds }]) => {
    const known = before.counts.get(name) ?? { count: 0, seconds: 0 };
    return [name, { count: all - known.count, seconds: seconds - known.seconds }] as const;
  });
  return {
    counts: new Map(operations),
    stores: {
      documents: after.stores.documents - before.stores.documents,
      objects: after.stores.objects - before.stores.objects,
      vectors: after.stores.vectors - before.stores.vectors,
    },
    runtime: after.runtime - before.runtime,
    api: after.api - before.api,
    seconds: after.seconds - before.seconds,
  };
}

/** Prints averages for each call, without the use of a platform that is idle. */
function report(spent: Spent, times: number, background?: Spent): void {
  const share = background ? spent.seconds / background.seconds : 0;
  const each = (all: number, always = 0): number => (all - share * always) / times;
  for (const store of STORES) {
    const operations = [...spent.counts].filter(([name]) => name.startsWith(store));
    const counted = operations.map(([name, { count: all }]) => ({
      name: name.slice(store.length + 1),
      count: each(all, background?.counts.get(name)?.count),
    }));
    const all = operations.reduce((sum, [, { count: some }]) => sum + some, 0);
    const waited = operations.reduce((sum, [, { seconds }]) => sum + seconds, 0);
    const cpuMs = each(spent.stores[store], background?.stores[store]) * 1_000;
    const total = counted.reduce((sum, { count: some }) => sum + some, 0);
    const names = counted.filter(({ count: some }) => some >= 0.05).map((one) => `${one.name} ${one.count.toFixed(1)}`);
    say(
      `  ${store.padEnd(9)} ${total.toFixed(1).padStart(6)} operations of ${((waited * 1_000) / Math.max(1, all)).toFixed(1)} ms, ` +
        `${SERVED[store] in stores ? cpuMs.toFixed(1).padStart(6) : '     -'} ms of processor time of its server   ${names.join(', ')}`,
    );
  }
  say(
    `  processor time of the runtime ${(each(spent.runtime, background?.runtime) * 1_000).toFixed(1)} ms, ` +
      `of API and callers ${(each(spent.api, background?.api) * 1_000).toFixed(1)} ms`,
  );
}
