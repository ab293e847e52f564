import type { Container } from 'inversify';
import { createApi, type ApiParts, type ApiSettings } from '../../adapters/http/app.ts';
import type { ListedObjects } from '../../adapters/lib/listed-stores.ts';
import { bcryptPasswords } from '../../adapters/passwords/bcrypt.ts';
import type { MeasureStore } from '../../adapters/prometheus/stores.ts';
import { builtInZones } from '../../adapters/time-zones/built-in.ts';
import type { Tickets } from '../../application/ports/tickets.ts';
import { apiParts } from '../../bootstrap/api.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { assembleContainer } from '../../bootstrap/container.ts';
import { replace, resolve, type Dependencies } from '../../bootstrap/dependencies.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import { NO_QUOTAS } from '../../domain/accounts/quotas.ts';
import { client } from './client.ts';
import { fakeCarriers } from './fake-carrier.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeEmbedders } from './fake-embedders.ts';
import { fakeMailer } from './fake-mailer.ts';
import { fakeDocumentText } from './fake-document-text.ts';
import { fakeMcpClient, fakeToolCaller } from './fake-tools.ts';
import { fakePageFetcher } from './fake-page-fetcher.ts';
import { fakeEventSender } from './fake-event-sender.ts';
import { inventoried } from './inventory.ts';
import { statusChecked } from './promised-statuses.ts';
import { testProviders } from './providers.ts';
import { keepTables, memoryDocuments } from './memory-documents.ts';
import { rememberingLog } from './remembering-log.ts';
import { leaseStores } from './stores.ts';
import { atEndOfTest, temporaryDirectory } from './temporary.ts';
import { TEST_KEYS } from './test-keys.ts';
import { threadlessVectors } from './threadless-vectors.ts';

/** What credentials are encrypted with. */
export const ENCRYPTION_KEY = TEST_KEYS.PROVIDER_AUTH_ENCRYPTION_KEY;
export const INTERNAL_KEY = TEST_KEYS.INTERNAL_API_KEY;

const SETTINGS = {
  DOCUMENTS_URL: 'sqlite::memory:',
  VECTORS_URL: 'sqlite::memory:',
  VOICE_SERVER_BASE_URL: 'https://voice.example.com',
  PUBLIC_APP_URL: 'https://app.example.com',
  CORS_ORIGINS: 'https://app.example.com',
  CONSOLE_DIR: '/nowhere',
  WIDGET_DIR: '/nowhere',
  LOCAL_UPSTREAMS: 'http://operator.example,http://operator.example:11434',
  CAMPAIGN_MAX_CSV_BYTES: '100000',
  KB_MAX_UPLOAD_BYTES: '100000',
  INVITATIONS_PER_DAY: '500',
  RATE_LIMITS: 'off',
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Tickets that can be used repeatedly. */
const READABLE_TICKETS: Tickets = {
  issue: (ticket) => JSON.stringify(ticket),
  redeem: (text) => JSON.parse(text) as ReturnType<Tickets['redeem']>,
};

/** The dependencies that tests use, by the names of the container. */
const NAMES = [
  ...['users', 'organisations', 'memberships', 'passwordResets', 'auditEvents', 'agents', 'storedUse'],
  ...['phoneNumbers', 'agentVersions', 'agentDrafts', 'agentCanaries', 'calls', 'leases', 'callRecords', 'retention'],
  ...['metrics', 'callCosts', 'costSums', 'budgets', 'prices', 'costRollup', 'costs', 'campaigns', 'runs'],
  ...['engineLeases', 'campaignEngines', 'accountDials', 'suppressions', 'numberDials', 'dialCaps', 'numberPlan'],
  ...['holidays', 'dailyCounts', 'limitCounts', 'knowledge', 'providerAuths', 'toolSecrets', 'apiKeys'],
  ...['eventEndpoints', 'eventDeliveries', 'eventOutbox', 'eventRecorder', 'eventRelay', 'deliveryEngine'],
  ...['credentialIndex', 'objects', 'links', 'vectors', 'textIndex', 'wordCollector', 'migrationRecords', 'reranker'],
  ...['tokens', 'opaqueTokens', 'cipher', 'ids', 'mailQueue', 'publicAppUrl', 'signUpPolicy', 'ssoConnections'],
  ...['storedSsoConnections', 'identityProviders', 'confirmationPolicy', 'invitationsPerDay', 'numberFormat'],
  ...['organisationCarriers', 'agentNumbers', 'voiceServer', 'operatorServers', 'argumentSchemas', 'csvParser'],
  'fairListChecker',
  ...['dialPacing', 'quotas', 'campaignMeter', 'ingestMeter', 'dialler', 'campaignEngine', 'callOutcomeListener'],
  ...['ingestion', 'webPages', 'contentDigest', 'pageWorker', 'callerSuppressor', 'earlierConversations'],
  ...['eventLoop', 'rehearsals', 'providers', 'callAnalyses', 'analysisRuns', 'organisationModels', 'analysisWorker'],
  ...['analysisRunWorker', 'erasures', 'erasureWorker', 'callEraser', 'contactEraser', 'documentEraser'],
  ...['organisationRecords', 'visitorDigest', 'rehearsalSuites', 'rehearsalRuns', 'rehearsedConversations'],
  ...['rehearsalWorker', 'agentUseCases', 'callUseCases', 'campaignUseCases', 'phoneNumberUseCases'],
  ...['rehearsalRecordings', 'abandonedUploads', 'accountUseCases', 'memberUseCases', 'organisationUseCases'],
  ...['auditUseCases', 'costUseCases'],
] as const;

/** What works in the background until its world is closed. */
const WORKERS = [
  ...(['campaignEngine', 'eventRelay', 'deliveryEngine', 'costRollup', 'ingestion'] as const),
  ...(['wordCollector', 'pageWorker', 'analysisWorker', 'erasureWorker'] as const),
];

/** Every dependency that tests use: the production wiring over empty stores, with the replacements of this file. */
export type Ports = Awaited<ReturnType<typeof openPorts>>;

/** What is made of dependencies before others are made that need them. */
export type Changes = { readonly [N in keyof Dependencies]?: (part: Dependencies[N]) => Dependencies[N] };

/**
 * Opens the dependencies over empty stores, in memory unless TEST_STORES names others, with a clock that stands still.
 * They are closed with the running test.
 */
export const openPorts = async (changes: Changes = {}) => (await open(changes)).ports;

/** The same, with the embedded stores in files of `directory`. */
export const openPortsInFiles = async () =>
  (await open({}, { DOCUMENTS_URL: undefined, VECTORS_URL: undefined })).ports;

/** Replaces stores that tests look into, or that need no thread. */
async function replaceStores(container: Container, isMemory: boolean, ports: Pick<Dependencies, 'clock' | 'log'>) {
  const documents = inventoried(isMemory ? memoryDocuments(ports) : await resolve(container, 'documents'));
  await replace(container, { documents });
  if (isMemory) await replace(container, { vectors: threadlessVectors() });
  return documents;
}

async function open(changes: Changes, settings: Readonly<Partial<Record<keyof typeof SETTINGS, undefined>>> = {}) {
  const directory = await temporaryDirectory();
  const isInMemory = !('DOCUMENTS_URL' in settings);
  const stores = isInMemory ? await leaseStores() : null;
  const config = readConfig({ ...SETTINGS, ...settings, DATA_DIR: directory, ...stores?.env, ...TEST_KEYS }, ['api']);
  const keys = await resolveKeys(config);
  const container = await assembleContainer(config, keys);
  const { lines: logged, ...outside } = await replaceParts(container);
  const documents = await replaceStores(container, stores === null && isInMemory, outside);
  for (const [name, change] of Object.entries(changes) as [keyof Dependencies, (part: unknown) => unknown][])
    await replace(container, { [name]: change(await resolve(container, name)) });
  const resolved = await Promise.all(NAMES.map(async (name) => [name, await resolve(container, name)] as const));
  keepTables();
  const wired = Object.fromEntries(resolved) as unknown as Pick<Dependencies, (typeof NAMES)[number]>;
  const ports = {
    ...wired,
    ...outside,
    documents,
    directory,
    logged,
    objects: wired.objects as ListedObjects,
    voiceServer: wired.voiceServer as { readonly baseUrl: string | null },
    health: await resolve(container, 'database'),
    /** Where the stores are on real servers. Null: they are the embedded ones. */
    servedBy: stores?.env ?? null,
    close: atEndOfTest(async () => {
      for (const name of WORKERS) await wired[name].stop();
      await wired.vectors.close();
      await documents.close();
      await stores?.release();
    }),
  };
  return { container, config, keys, ports };
}

/** Puts fakes in the place of the outside world, and of what would be slow or could not be asserted. */
async function replaceParts(container: Container) {
  const { log, lines } = rememberingLog();
  /** DNS as tests publish it. */
  const published = new Map<string, readonly string[]>();
  const limits: Mutable<Dependencies['limits']> = {
    ...{ concurrentCallsPerOrganisation: 2, shares: { anonymous: 50, unsigned: 30, page: 80 }, quotas: NO_QUOTAS },
    anonymousClients: null,
  };
  const parts = {
    ...{ clock: fakeClock(), carriers: fakeCarriers(), mailer: fakeMailer(), log },
    // Cost 4: a production hash takes a quarter of a second.
    passwords: bcryptPasswords(4),
    // No processes to read PDFs, and vectors that tests can compute.
    ...{ documentText: fakeDocumentText(), embedders: fakeEmbedders() },
    tickets: READABLE_TICKETS,
    // No requests to the servers of tools.
    toolCaller: fakeToolCaller(),
    mcpClient: fakeMcpClient(),
    pageFetcher: fakePageFetcher(),
    // No requests to the servers of customers.
    ...{
      eventSender: fakeEventSender(),
      domainRecords: { published, texts: async (name: string) => published.get(name) ?? [] },
    },
    // Two scripted vendors beside the registered ones.
    providers: testProviders(),
    // Two concurrent calls, so that tests reach the limit.
    limits,
    // Unmetered stores, because tests replace single operations of them.
    measureStore: ((store) => store) as MeasureStore,
    // The zones of Node: those of the system differ from machine to machine.
    timeZones: builtInZones(),
  };
  await replace(container, parts);
  return { ...parts, lines };
}

/** An API on its own port over empty stores. Its answers are validated against the contract. */
export type World = Awaited<ReturnType<typeof openWorld>>;

export type Signer = Awaited<ReturnType<World['signUp']>>;

/** Opens a world, which is closed with the running test. Parts that a test names replace those of production. */
export async function openWorld(
  standIns: (ports: Ports) => Partial<Omit<ApiParts, 'settings'>> = () => ({}),
  settings: Partial<ApiSettings> = {},
) {
  const { container, config, keys, ports } = await open({});
  const parts = await apiParts(container, config, keys);
  const api = createApi({
    ...parts,
    // A busy test machine must not slow requests down.
    load: { level: () => 'low', hasCalls: () => false },
    ...standIns(ports),
    settings: { ...parts.settings, validateResponses: true, ...settings },
  });
  const listening = await api.listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${listening.port}`;
  const { ask } = statusChecked(client(url), settings.prefix ?? '/api/v1');

  return {
    ports,
    url,
    ask,
    /** Everything logged so far. */
    log: ports.logged,
    /** Signs up a new user with its own organisation. */
    async signUp(name = 'ada') {
      const email = `${name}@example.com`;
      const password = 'correct horse';
      const body = { email, password, organisation_name: `Organisation of ${name}` };
      const answer = await ask('POST', '/api/v1/users/signup', { body });
      const { org_id, access_token: token } = answer.body as { org_id: string; access_token: string };
      return { email, password, org_id, token };
    },
    close: atEndOfTest(async () => {
      await listening.close();
      await ports.close();
    }),
  };
}
