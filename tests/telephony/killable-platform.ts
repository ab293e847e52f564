import { pinoLog } from '../../adapters/system/json-log.ts';
import { openDocuments } from '../../bootstrap/stores.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { freePort } from '../support/free-port.ts';
import { openPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { leaseStores } from '../support/stores.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { dialLedger } from './dial-ledger.ts';
import { forwardClock } from './forward-clock.ts';
import { KilledApi } from './killed-api.ts';
import { joinTelephone } from './telephone.ts';

/** Carrier, runtime and ledger in this process, and the API in a separate one. */
export async function killablePlatform() {
  const clock = forwardClock();
  const directory = await temporaryDirectory();
  const stores = await leaseStores();
  atEndOfTest(() => stores?.release());
  const [apiPort, runtimePort] = [await freePort(), await freePort()];
  const voiceServer = `http://127.0.0.1:${runtimePort}`;
  const platform = await openPlatform({
    services: ['runtime', 'simulator'],
    env: {
      ...TEST_KEYS,
      RUNTIME_PORT: String(runtimePort),
      VOICE_SERVER_BASE_URL: voiceServer,
      API_BASE_URL: `http://127.0.0.1:${apiPort}/api/v1`,
      ...stores?.env,
    },
    parts: { vendors: scriptedVendors(), clock },
  });
  const ledger = await dialLedger(platform.simulatorUrl ?? '');
  const documentsUrl = stores?.env.DOCUMENTS_URL ?? `sqlite:${directory}/platform.db`;
  const api = new KilledApi({
    ...TEST_KEYS,
    DATA_DIR: directory,
    OBJECTS_URL: `file:${directory}/objects`,
    DOCUMENTS_URL: documentsUrl,
    API_PORT: String(apiPort),
    SIMULATOR_URL: ledger.url,
    VOICE_SERVER_BASE_URL: voiceServer,
    DEFAULT_ORG_CONCURRENCY_LIMIT: '60',
    RATE_LIMITS: 'off',
    ...stores?.env,
  });
  atEndOfTest(() => api.kill());
  await api.start(clock);
  const apiBaseUrl = `http://127.0.0.1:${apiPort}/api/v1`;
  const telephone = await joinTelephone({ ...platform, apiBaseUrl });
  return { ledger, api, telephone, documentsUrl, clock };
}

/** The content of the database after all processes have ended. */
export async function storedOf(documentsUrl: string, campaigns: readonly Campaign[]) {
  const engine = await openDocuments(documentsUrl, pinoLog({ level: 'silent', showPii: false }));
  const ids = new Set(campaigns.map(({ campaign_id }) => campaign_id));
  const all = async <T extends { readonly campaign_id: string | null }>(name: string): Promise<T[]> => {
    const found: T[] = [];
    for await (const document of (await engine.open<T>({ name, indexes: [] })).all())
      if (ids.has(document.campaign_id ?? '')) found.push(document);
    return found;
  };
  try {
    return { runs: await all<QueuedRun>('queued_runs'), calls: await all<CallLog>('calls') };
  } finally {
    await engine.close();
  }
}
