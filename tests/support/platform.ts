import type { Container } from 'inversify';
import { bcryptPasswords } from '../../adapters/passwords/bcrypt.ts';
import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { readConfig, type ServiceName } from '../../bootstrap/config.ts';
import { replace, type Dependencies } from '../../bootstrap/dependencies.ts';
import { ApiClient } from '../../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { waitUntil } from '../../tools/demo/wait-until.ts';
import { startPlatform, type Platform } from '../../bootstrap/platform.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { useLongWaits } from './long-waits.ts';
import { leaseStores, type Lease } from './stores.ts';
import { atEndOfTest, temporaryDirectory } from './temporary.ts';
import { TEST_KEYS } from './test-keys.ts';

/** Longest wait for an answer of the API or a state of a call, on a machine that is busy with other tests. In ms. */
const LONGEST_MS = 50_000;

/** A production hash takes a quarter of a second. */
const PASSWORD_COST = 4;

/** The engines start when a test speaks: it takes a second of processor time, and most tests do not. */
const COLD_SPEECH = { warm: async () => undefined, close: closeLocalSpeech };

interface PlatformOptions {
  readonly services?: readonly ServiceName[];
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What replaces the production's own. */
  readonly parts?: Partial<Dependencies>;
  /** Replaces what needs others of the container. */
  readonly prepare?: (container: Container) => Promise<void>;
}

/** The whole platform in this process, on free ports and a temporary directory, until the end of the running test. */
export async function openPlatform({
  services = ['api', 'runtime'],
  dataDir,
  env = {},
  parts = {},
  prepare,
}: PlatformOptions = {}) {
  const directory = dataDir ?? (await temporaryDirectory());
  const stores = await storesOf(directory, dataDir !== undefined);
  const settings = {
    DATA_DIR: directory,
    API_PORT: '0',
    RUNTIME_PORT: '0',
    GATEWAY_PORT: '0',
    SIMULATOR_PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    SECRET_KEY: TEST_KEYS.SECRET_KEY,
    INTERNAL_API_KEY: TEST_KEYS.INTERNAL_API_KEY,
    RATE_LIMITS: 'off',
    ...stores?.env,
    ...env,
  };
  const config = readConfig(settings, services);
  if (services.includes('runtime')) useLongWaits();
  const platform: Platform = await startPlatform(config, await resolveKeys(config), async (container) => {
    await replace(container, { passwords: bcryptPasswords(PASSWORD_COST) });
    if (services.includes('runtime')) await replace(container, { localSpeech: COLD_SPEECH });
    await replace(container, parts);
    await prepare?.(container);
  });
  return {
    ...platform,
    directory,
    close: atEndOfTest(async () => {
      await platform.close();
      if (dataDir === undefined) await stores?.release();
    }),
  };
}

export type OpenPlatform = Awaited<ReturnType<typeof openPlatform>>;

const shared = new Map<string, Lease | null>();

/** Stores of this directory: the same ones while the running test uses it. */
async function storesOf(directory: string, isShared: boolean): Promise<Lease | null> {
  const known = shared.get(directory);
  if (known !== undefined) return known;
  const stores = await leaseStores();
  if (!isShared) return stores;
  shared.set(directory, stores);
  atEndOfTest(() => stores?.release());
  return stores;
}

/** A user of a running platform with one agent, and requests for the tests. */
export async function joinPlatform(
  addresses: Pick<Platform, 'apiBaseUrl' | 'runtimeUrl'>,
  agent: object = RECEPTIONIST,
) {
  const api = new ApiClient(addresses.apiBaseUrl, LONGEST_MS);
  const account = {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'a password of the tests',
    organisation_name: 'Tests',
  };
  const session = await api.ask<{ access_token: string; org_id: string }>('POST', '/users/signup', account);
  api.authorise(session.access_token);
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', agent);
  const sockets = addresses.runtimeUrl.replace('http', 'ws');
  return {
    api,
    token: session.access_token,
    orgId: session.org_id,
    agentId: agent_id,
    socket: `${sockets}/agent/${session.org_id}/${agent_id}`,
    /** A call registered for this agent, and the socket that uses it. */
    async register(variables: object = {}) {
      const call = await api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id, custom_variables: variables });
      return { callId: call.call_id, socket: `${sockets}/agent/${session.org_id}/${agent_id}?call_id=${call.call_id}` };
    },
    /** The call once it matches. Rejects on timeout. */
    call: (callId: string, isSo: (call: CallLog) => boolean, timeoutMs = LONGEST_MS) =>
      waitUntil('the call', () => api.ask<CallLog>('GET', `/calls/${callId}`), isSo, { everyMs: 20, timeoutMs }),
  };
}

/** Whether a call's artifacts are delivered. */
export const isDelivered = (call: CallLog): boolean => call.status === 'completed' || call.status === 'failed';
