import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../../bench/statistics.ts';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { removeBucket } from '../support/buckets.ts';
import { databaseAt, dropDatabase, newName } from '../support/databases.ts';
import { serverUrl } from '../support/servers.ts';
import { storedOf } from '../telephony/killable-platform.ts';
import { joinTelephone, type Telephone } from '../telephony/telephone.ts';
import { Faults } from './faults.ts';
import { LiveCalls } from './live-calls.ts';
import { startFleet, type Fleet } from './platform.ts';
import { TERMINAL_MS, type Probe } from './records.ts';
import { findings } from './verdict.ts';

printHelpIfRequested(`npm run test:chaos -- [--minutes <15>] [--calls <live calls, 200>] [--contacts <5000>] [--seed <1>]

Runs 3 processes of the API, 4 runtimes and 2 model gateways behind HAProxy on real stores (TEST_DOCUMENTS_URL,
TEST_OBJECTS_URL, TEST_VECTORS_URL), with live calls and a campaign on the simulated carrier, while every few seconds one of
them is killed, told to end, stopped for a while, or cut off from a store or the API. Prints which promises were kept, and
exits with 1 when one was not.`);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    calls: { type: 'string', default: '200' },
    contacts: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, callers, contacts, seed] = [values.minutes, values.calls, values.contacts, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
];

/** How long the API is asked before the first fault, in ms, and how long after the last one contacts may wait for others. */
const [STEADY_MS, SETTLED_MS] = [30_000, 900_000] as const;
/** Between two requests to the API, in ms. */
const PROBE_MS = 50;

const MODELS = {
  stt_config: { provider: 'openai_compatible' },
  tts_config: { provider: 'openai_compatible', voice: 'af_heart' },
  llm_config: { provider: 'openai_compatible' },
};
const AGENT = {
  name: 'Desk',
  config: {
    prompts: { greeting_message: 'Hello.', system_prompt: 'Be brief.' },
    language: { primary: 'en' },
    models: MODELS,
  },
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const urlOf = async (kind: 'documents' | 'objects' | 'vectors'): Promise<string> => {
  const url = await serverUrl(kind);
  if (url === null) throw new Error(`There is no server for ${kind}: set TEST_${kind.toUpperCase()}_URL`);
  return url;
};
const stores = {
  documents: databaseAt(await urlOf('documents'), newName()),
  objects: await urlOf('objects'),
  vectors: await urlOf('vectors'),
};
const directory = await mkdtemp(join(tmpdir(), 'chaos-'));
let calls: LiveCalls | null = null;
const fleet = await startFleet(stores, directory, ({ event, call_id }, name) => {
  if (event === 'call.started' && call_id !== undefined) calls?.began(call_id, name);
});
try {
  await run(fleet);
} finally {
  await fleet.close();
  await Promise.all([rm(directory, { recursive: true, force: true }), dropDatabase(stores.documents)]);
  await removeBucket(stores.objects, `chaos-${process.pid}`).catch(() => undefined);
}
process.exit(process.exitCode ?? 0);

async function run(place: Fleet): Promise<void> {
  const telephone = await joinTelephone(place, AGENT);
  const live = new LiveCalls({ ...telephone, agentId: telephone.browserAgentId }, seed);
  calls = live;
  const playing = live.play(callers);
  const campaign = await launched(telephone);
  const probes: Probe[] = [];
  const probing = new AbortController();
  const probed = probe(telephone, probes, probing.signal);
  await setTimeout(STEADY_MS);
  say(`${live.live} live calls, ${place.ledger.dialled.length} contacts dialled; faults begin`);
  const faults = new Faults(place.members, seed);
  const faultsFrom = performance.now();
  await faults.play(minutes * 60_000);
  const faultsUntil = performance.now();
  probing.abort();
  live.stop();
  await Promise.all([playing, probed]);
  const ended = await settled(telephone, campaign);
  await setTimeout(TERMINAL_MS);
  const { runs, calls: logs } = await storedOf(stores.documents, [campaign]);
  const kinds = ['kill', 'drain', 'freeze', 'cut'].map(
    (kind) => `${faults.all.filter((fault) => fault.kind === kind).length} ${kind}`,
  );
  say(
    `${faults.all.length} faults: ${kinds.join(', ')}; ${live.all.length} calls, ${place.ledger.dialled.length} dials`,
  );
  const found = findings({
    ...{ faults: faults.all, calls: live.all, probes, faultsFrom, faultsUntil },
    ...{ dialled: place.ledger.dialled, contacts: runs, listed: contacts, processed: ended?.processed_rows ?? 0 },
    openLogs: logs.filter(({ status }) => isLive(status)).length,
  });
  for (const { promise, measured, isKept } of found) say(`${isKept ? 'ok  ' : 'MISS'} ${promise}: ${measured}`);
  const answers = live.all.flatMap(({ questions }) => questions).map(({ at, answeredAt }) => (answeredAt ?? NaN) - at);
  const answered = answers.filter((ms) => !Number.isNaN(ms));
  say(
    `${answered.length} answers, p50 ${percentile(answered, 0.5).toFixed(0)} ms, p99 ${percentile(answered, 0.99).toFixed(0)} ms`,
  );
  if (found.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

/** Callees that do not pick up, decline, are busy or cannot be reached, and one in ten who picks up and hangs up. */
async function launched({ api, agentId }: Telephone): Promise<Campaign> {
  const digits = [6, 1, 2, 3, 5, 1, 2, 3, 5, 1];
  const numbers = Array.from(
    { length: contacts },
    (_, place) => `+1415${200_000 + place}${digits[place % digits.length]}`,
  );
  const list = new Blob([['phone_number', ...numbers].join('\n')]);
  const { source_id } = await api.upload<{ source_id: string }>('/campaign/upload', 'list.csv', list);
  const campaign = await api.ask<Campaign>('POST', '/campaign/create', {
    ...{ name: 'Chaos', agent_id: agentId, source_id, rate_limit_per_second: 20, max_concurrency: 20 },
    retry_config: { enabled: false },
  });
  await api.ask('POST', `/campaign/${campaign.campaign_id}/start`);
  return campaign;
}

/** Asks the API again and again, and remembers how long the answers took. */
async function probe({ api, agentId }: Telephone, probes: Probe[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const at = performance.now();
    await api.ask('GET', `/agents/${agentId}`).then(
      () => probes.push({ at, ms: performance.now() - at }),
      () => probes.push({ at, ms: Infinity }),
    );
    await setTimeout(PROBE_MS);
  }
}

/** The campaign once it is completed, or as it is when it takes too long. */
async function settled({ api }: Telephone, { campaign_id }: Campaign): Promise<Campaign | null> {
  const until = performance.now() + SETTLED_MS;
  for (;;) {
    const found = await api.ask<Campaign>('GET', `/campaign/${campaign_id}`).catch(() => null);
    if (found?.state === 'completed' || performance.now() > until) return found;
    await setTimeout(1_000);
  }
}
