import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentAccountDials } from '../../adapters/documents/account-dials.ts';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { documentAuditEvents } from '../../adapters/documents/audit-events.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import { documentEngineLeases } from '../../adapters/documents/engine-leases.ts';
import { documentHealth } from '../../adapters/documents/health.ts';
import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentOrganisations } from '../../adapters/documents/organisations.ts';
import { documentPasswordResets } from '../../adapters/documents/password-resets.ts';
import { documentPhoneNumbers } from '../../adapters/documents/phone-numbers.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentUsers } from '../../adapters/documents/users.ts';
import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import { libphonenumberFormat } from '../../adapters/number-format/libphonenumber.ts';
import { knownHosts } from '../../adapters/lib/known-hosts.ts';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import { bcryptPasswords } from '../../adapters/passwords/bcrypt.ts';
import { MetricsRegistry } from '../../adapters/prometheus/metrics-registry.ts';
import { prometheusRequestMetrics } from '../../adapters/prometheus/requests.ts';
import { createApi, type ApiParts, type ApiSettings } from '../../adapters/http/app.ts';
import { sha256ResetTokens } from '../../adapters/reset-tokens/sha256.ts';
import { csvTables } from '../../adapters/tables/csv-parse.ts';
import { builtInZones } from '../../adapters/time-zones/built-in.ts';
import { randomIds } from '../../adapters/system/ids.ts';
import { jsonwebtokenTokens } from '../../adapters/tokens/jsonwebtoken.ts';
import { accountUseCases } from '../../application/accounts/index.ts';
import { MailQueue } from '../../application/accounts/mail-queue.ts';
import { agentUseCases } from '../../application/agents/index.ts';
import { auditUseCases } from '../../application/audit/index.ts';
import { DialPacing } from '../../application/calls/dial-pacing.ts';
import { callUseCases } from '../../application/calls/index.ts';
import { campaignUseCases } from '../../application/campaigns/index.ts';
import { catalogueUseCases } from '../../application/catalogue/index.ts';
import { credentialUseCases } from '../../application/credentials/index.ts';
import { reachCarriers } from '../../application/credentials/reach-carriers.ts';
import { knowledgeUseCases } from '../../application/knowledge/index.ts';
import { Ingestion } from '../../application/knowledge/ingestion.ts';
import { memberUseCases } from '../../application/members/index.ts';
import { organisationUseCases } from '../../application/organisations/index.ts';
import { freeNumber } from '../../application/phone-numbers/free-number.ts';
import { phoneNumberUseCases } from '../../application/phone-numbers/index.ts';
import { openDocuments, openObjects, openVectors } from '../../bootstrap/stores.ts';
import type { CallWatcher } from '../../application/ports/call-watcher.ts';
import { usualAccess } from './access.ts';
import { client, type Client } from './client.ts';
import { fakeCarriers } from './fake-carrier.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeMailer } from './fake-mailer.ts';
import { fakeTickets } from './fake-tickets.ts';
import { fakeEmbedders } from './fake-embedders.ts';
import { fakePdfText } from './fake-pdf-text.ts';
import { inventoried } from './inventory.ts';
import { openQuotas, usualLimits } from './quotas.ts';
import { rememberingLog, type LogLine } from './remembering-log.ts';
import { held } from './promised-statuses.ts';
import { testProviders } from './providers.ts';
import { leaseStores } from './stores.ts';
import { nullMeters } from './null-monitors.ts';

/** All ports, with embedded or distributed adapters. */
export type Ports = Awaited<ReturnType<typeof openPorts>>;

/** The adapters over empty stores, in memory where nothing else is asked for, with a clock that stands still. */
export async function openPorts() {
  const directory = await mkdtemp(join(tmpdir(), 'voice-platform-world-'));
  const stores = await leaseStores();
  const clock = fakeClock();
  const { log, lines: logged } = rememberingLog();
  const engine = inventoried(await openDocuments(stores?.env.DOCUMENTS_URL ?? 'sqlite::memory:', log));
  const agents = await documentAgents(engine);
  const phoneNumbers = await documentPhoneNumbers(engine);
  const providerAuths = await documentProviderAuths(engine);
  const providers = testProviders();
  const links = hmacObjectLinks({ secret: 'y'.repeat(32), path: '/api/v1/downloads/' }, clock);
  const cipher = fernetCipher(ENCRYPTION_KEY, clock);
  const carriers = fakeCarriers();
  const organisationCarriers = reachCarriers({ providers, providerAuths, cipher, carriers, log });
  const objects = await openObjects(
    stores?.env.OBJECTS_URL ?? `file:${directory}`,
    stores?.env.OBJECTS_BUCKET ?? 'artifacts',
    links,
  );
  const accountDials = await documentAccountDials(engine);
  const calling = {
    accountDials,
    dialPacing: new DialPacing({ accountDials, clock }),
    agents,
    phoneNumbers,
    organisationCarriers,
    calls: await documentCalls(engine),
    leases: await documentCallLeases(engine),
    organisations: await documentOrganisations(engine),
    voiceServer: { baseUrl: VOICE_SERVER as string | null },
    limits: usualLimits(),
    clock,
  };
  const campaigning = {
    campaigns: await documentCampaigns(engine),
    runs: await documentQueuedRuns(engine),
    engineLeases: await documentEngineLeases(engine),
    tables: csvTables(),
    timeZones: builtInZones(),
    campaignMeter: nullMeters.campaignMeter,
    ids: randomIds(),
    objects,
  };
  const knowing = {
    knowledge: await documentKnowledge(engine),
    vectors: await openVectors(stores?.env.VECTORS_URL ?? 'sqlite::memory:'),
    pdfText: fakePdfText(),
    embedders: fakeEmbedders(),
    ingestMeter: nullMeters.ingestMeter,
    objects,
  };
  const keeping = await openQuotas(engine, { ...calling, ...campaigning, ...knowing, log });
  const ingestion = new Ingestion({ ...calling, ...knowing, ids: randomIds(), log });
  return {
    documents: engine,
    ...calling,
    ...campaigning,
    ...knowing,
    ...keeping,
    ingestion,
    callWatcher: keeping.campaignEngine as CallWatcher,
    log,
    logged,
    users: await documentUsers(engine),
    passwordResets: await documentPasswordResets(engine),
    ...(await usualAccess(engine)),
    auditEvents: await documentAuditEvents(engine),
    resetTokens: sha256ResetTokens(),
    mailer: fakeMailer(),
    mailQueue: new MailQueue({ clock, log }),
    publicAppUrl: 'https://app.example.com',
    agentNumbers: { free: freeNumber({ agents, phoneNumbers, organisationCarriers, clock, log }) },
    numberFormat: libphonenumberFormat(),
    carriers,
    metrics: await documentCallMetrics(engine),
    health: documentHealth(engine, clock),
    links,
    passwords: bcryptPasswords(4),
    tickets: fakeTickets(),
    tokens: jsonwebtokenTokens({ secret: 'x'.repeat(32), algorithm: 'HS256', expiresInMinutes: 30 }, clock),
    providers,
    providerAuths,
    credentialIndex: providerAuths,
    operatorServers: { includes: ({ hostname }: URL) => hostname === 'operator.example' },
    cipher,
    async close() {
      await keeping.campaignEngine.stop();
      await ingestion.stop();
      await knowing.vectors.close();
      await engine.close();
      await stores?.release();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An API on a free port over empty embedded stores, with responses validated against the contract. */
export interface World extends Client {
  readonly ports: Ports;
  readonly url: string;
  /** Everything logged so far. */
  readonly log: readonly LogLine[];
  /** A new user with an organisation of its own. */
  signUp(name?: string): Promise<Signer>;
  close(): Promise<void>;
}

export interface Signer {
  readonly email: string;
  readonly password: string;
  readonly org_id: string;
  readonly token: string;
}

/** What credentials are encrypted with. */
export const ENCRYPTION_KEY = `${'k'.repeat(43)}=`;

/** Where the carriers of the tests reach the runtime. */
const VOICE_SERVER = 'https://voice.example.com';
export const INTERNAL_KEY = 'internal-key-of-the-tests';

/** Opens a world; a test may replace parts. */
export async function openWorld(
  standIns: (ports: Ports) => Partial<Omit<ApiParts, 'settings'>> = () => ({}),
  settings: Partial<ApiSettings> = {},
): Promise<World> {
  const ports = await openPorts();
  const { log, logged } = ports;
  const figures = new MetricsRegistry();
  const api = createApi({
    accounts: accountUseCases(ports),
    members: memberUseCases(ports),
    organisations: organisationUseCases(ports),
    agents: agentUseCases(ports),
    phoneNumbers: phoneNumberUseCases(ports),
    calls: callUseCases(ports),
    campaigns: campaignUseCases(ports),
    knowledge: knowledgeUseCases(ports),
    catalogue: catalogueUseCases(ports),
    credentials: credentialUseCases(ports),
    audit: auditUseCases(ports),
    objects: ports.objects,
    links: ports.links,
    ...{ health: ports.health, readiness: { unwritable: async () => [] } },
    tokens: ports.tokens,
    clock: ports.clock,
    load: { isBusy: () => false, hasCalls: () => false },
    log,
    metrics: figures,
    answered: prometheusRequestMetrics(figures.register)('api'),
    internalApiKey: INTERNAL_KEY,
    console: { directory: '/nowhere', runtimeUrl: () => null, webCalls: 'open', isSignUpOpen: async () => true },
    ...standIns(ports),
    settings: {
      prefix: '/api/v1',
      ...{ origins: ['https://app.example.com'], isKnownHost: knownHosts([]) },
      trustedProxies: false,
      rateLimits: false,
      csvBytes: 100_000,
      pdfBytes: 100_000,
      validateResponses: true,
      ...settings,
    },
  });
  const listening = await api.listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${listening.port}`;
  const { ask } = held(client(url), settings.prefix ?? '/api/v1');

  return {
    ports,
    url,
    ask,
    log: logged,
    async signUp(name = 'ada') {
      const email = `${name}@example.com`;
      const password = 'correct horse';
      const body = { email, password, organisation_name: `Organisation of ${name}` };
      const answer = await ask('POST', '/api/v1/users/signup', { body });
      const { org_id, access_token: token } = answer.body as { org_id: string; access_token: string };
      return { email, password, org_id, token };
    },
    async close() {
      await listening.close();
      await ports.close();
    },
  };
}
