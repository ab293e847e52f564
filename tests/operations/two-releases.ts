import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { assert } from 'chai';
import { pinoLog } from '../../adapters/system/json-log.ts';
import { openDocuments } from '../../bootstrap/stores.ts';
import type { Collection } from '../../adapters/documents/collection.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { root } from '../architecture/cruise.ts';
import { balancer } from './balancer.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { TYPESCRIPT } from '../suites/suites.ts';
import { openPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { leaseStores } from '../support/stores.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { dialLedger } from '../telephony/dial-ledger.ts';
import { storedOf } from '../telephony/killable-platform.ts';
import { joinTelephone } from '../telephony/telephone.ts';

export const CONTACTS = 200;
/** Slow enough that contacts are left for the last release, also where the others end slowly. */
const DIALS_PER_SECOND = 5;
const LONGEST_MS = 300_000;

/** Callees by their last digit: busy, failed, declined, no answer, and now and then one who picks up. */
const numberOf = (contact: number): string =>
  `+1415556${String(contact).padStart(3, '0')}${contact % 25 === 0 ? 6 : [1, 3, 5, 2][contact % 4]}`;

type Fields = Record<string, string | number | boolean | object | null | undefined>;
type Documents = Collection<Fields>;

/** Reads or changes the documents of a collection beside the releases. */
export async function tamper<R>(
  documentsUrl: string,
  name: string,
  work: (documents: Documents) => Promise<R>,
): Promise<R> {
  const engine = await openDocuments(documentsUrl, pinoLog({ level: 'silent', showPii: false }));
  try {
    return await work(await engine.open<Fields>({ name, indexes: [] }));
  } finally {
    await engine.close();
  }
}

/** API and runtime of a release in one process. */
export interface RunningRelease {
  /** The URL of its API. */
  readonly url: string;
  /** Lets only its API get new requests during this work. */
  alone<R>(work: () => Promise<R>): Promise<R>;
  /** Lets it drain, while others, if there are any, get what is new. */
  stop(): Promise<void>;
}

/**
 * Releases on the same stores, behind the same load balancers, with a carrier whose dials are counted. A runtime reaches
 * the API, and the carrier the runtimes, of all releases that run.
 */
export async function twoReleases(earlier: string) {
  const stores = await leaseStores();
  const directory = await temporaryDirectory();
  const documentsUrl = stores?.env.DOCUMENTS_URL ?? `sqlite:${directory}/platform.db`;
  const carrier = await openPlatform({ services: ['simulator'] });
  const ledger = await dialLedger(carrier.simulatorUrl ?? '');
  const [apis, runtimes] = [await balancer(), await balancer()];
  atEndOfTest(async () => {
    for (const each of [apis, runtimes]) each.close();
    await ledger.close();
    await carrier.close();
    await stores?.release();
  });
  const env = {
    ...{ PATH: process.env['PATH'], ...TEST_KEYS, RATE_LIMITS: 'off', DRAIN_SECONDS: '30' },
    ...{ DOCUMENTS_URL: documentsUrl, OBJECTS_URL: `file:${directory}/objects`, ...stores?.env },
    ...{ API_BASE_URL: `${apis.url}/api/v1`, VOICE_SERVER_BASE_URL: runtimes.url, SIMULATOR_URL: ledger.url },
    DEFAULT_ORG_CONCURRENCY_LIMIT: '60',
  };

  const start = async (release: 'earlier' | 'current'): Promise<RunningRelease> => {
    const [api, runtime] = [await freePort(), await freePort()];
    const program =
      release === 'current' ? [await builtProgram('bootstrap/main')] : [...TYPESCRIPT, 'bootstrap/main.ts'];
    const child = spawn(process.execPath, [...program, 'api', 'runtime'], {
      cwd: release === 'current' ? root : earlier,
      // Processes beside each other have directories of their own; one after the other they share it.
      env: {
        ...env,
        DATA_DIR: stores ? join(directory, release) : directory,
        API_PORT: `${api}`,
        RUNTIME_PORT: `${runtime}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    atEndOfTest(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const lines = createInterface(child.stdout);
    await Promise.race([
      new Promise<void>((resolve) =>
        lines.on('line', (line) => {
          if ((JSON.parse(line) as { event?: string }).event === 'platform.ready') resolve();
        }),
      ),
      exited.then(() => Promise.reject(new Error(`The ${release} release ended at its start`))),
    ]);
    apis.add(api);
    runtimes.add(runtime);
    return {
      url: `http://127.0.0.1:${api}`,
      alone: (work) => apis.only(api, work),
      async stop() {
        const leave = (): void => {
          apis.remove(api);
          runtimes.remove(runtime);
        };
        // Calls that were dialled before reach the last one while it drains.
        if (apis.size() > 1) leave();
        child.kill('SIGTERM');
        assert.deepEqual(await exited, [0, null], `the ${release} release did not end in order`);
        leave();
      },
    };
  };

  return {
    start,
    documentsUrl,
    /** A campaign of an organisation, once a release runs. */
    async launch(): Promise<StartedCampaign> {
      const places = { apiBaseUrl: `${apis.url}/api/v1`, runtimeUrl: runtimes.url, simulatorUrl: carrier.simulatorUrl };
      const telephone = await joinTelephone(places, RECEPTIONIST);
      const campaign = await launched(telephone);
      const move = (command: 'pause' | 'resume') =>
        telephone.api.ask('POST', `/campaign/${campaign.campaign_id}/${command}`);
      return { telephone, campaign, move };
    },
    /** Resolves when the carrier was asked for this many calls. */
    dialled: (count: number) =>
      eventually(() => ledger.dialled.length >= count, `${count} dialled calls`, LONGEST_MS).then(
        () => ledger.dialled.length,
      ),
    /** Waits for the end of the campaign, and compares the carrier's ledger with what is stored. */
    async audit({ telephone: { api }, campaign }: StartedCampaign): Promise<void> {
      const ended = await eventually(
        async () => {
          const seen = await api.ask<Campaign>('GET', `/campaign/${campaign.campaign_id}`).catch(() => null);
          return seen?.state === 'completed' ? seen : null;
        },
        'the end of the campaign',
        LONGEST_MS,
      );
      // The last outcome completes the campaign before it is written to its run.
      const { runs, calls } = await eventually(
        async () => {
          const stored = await storedOf(documentsUrl, [campaign]);
          return stored.runs.every(({ is_final: isFinal }) => isFinal) ? stored : null;
        },
        'the outcome of each run',
        LONGEST_MS,
      );
      const everybody = Array.from({ length: CONTACTS }, (_, contact) => numberOf(contact));
      assert.sameMembers(
        ledger.dialled.map(({ to }) => to),
        everybody,
        'each contact is dialled once',
      );
      assert.sameMembers(
        calls.map(({ call_id }) => call_id),
        ledger.dialled.map(({ callId }) => callId),
      );
      assert.isEmpty(calls.filter(({ status }) => isLive(status)));
      assert.sameMembers(
        runs.map(({ phone_number, state, is_final }) => `${phone_number} ${state} ${is_final}`),
        everybody.map((number) => `${number} done true`),
      );
      const answered = everybody.filter((number) => number.endsWith('6')).length;
      assert.isEmpty(runs.filter(({ outcome }) => outcome === 'unknown'));
      assert.lengthOf(
        runs.filter(({ outcome }) => outcome === 'answered'),
        answered,
      );
      assert.deepInclude(ended, { processed_rows: CONTACTS, failed_rows: CONTACTS - answered });
    },
    /** The calls of an organisation as a release shows them, by id. */
    callsAt: (
      release: RunningRelease,
      { telephone: { api, orgId } }: StartedCampaign,
    ): Promise<ReadonlyMap<string, CallLog>> =>
      release.alone(async () => {
        const { calls } = await api.ask<{ calls: CallLog[] }>('GET', `/calls/org/${orgId}?limit=${CONTACTS}`);
        return new Map(calls.map((call) => [call.call_id, call]));
      }),
  };
}

type Telephone = Awaited<ReturnType<typeof joinTelephone>>;

export interface StartedCampaign {
  readonly telephone: Telephone;
  readonly campaign: Campaign;
  move(command: 'pause' | 'resume'): Promise<unknown>;
}

async function launched({ api, agentId }: Telephone): Promise<Campaign> {
  const numbers = Array.from({ length: CONTACTS }, (_, contact) => numberOf(contact));
  const list = new Blob([['phone_number', ...numbers].join('\n')]);
  const { source_id } = await api.upload<{ source_id: string }>('/campaign/upload', 'list.csv', list);
  const campaign = await api.ask<Campaign>('POST', '/campaign/create', {
    name: 'Both releases',
    agent_id: agentId,
    source_id,
    rate_limit_per_second: DIALS_PER_SECOND,
    max_concurrency: 20,
    retry_config: { enabled: false },
  });
  await api.ask('POST', `/campaign/${campaign.campaign_id}/start`);
  return campaign;
}
