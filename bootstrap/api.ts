import type { Container } from 'inversify';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { removeAbandonedUploads } from '../adapters/http/upload-files.ts';
import { loopLoad } from '../adapters/system/loop-load.ts';
import { compileValidation, createApi, type ApiParts, type ApiSettings } from '../adapters/http/app.ts';
import { knownHosts } from '../adapters/lib/known-hosts.ts';
import { everySecond } from '../adapters/schedule/every-second.ts';
import { repeatTask } from '../adapters/schedule/repeating-task.ts';
import { pruneLimitCounts } from '../application/limit-count-changes.ts';
import { startAnalyses } from './analysis-work.ts';
import type { Config } from './config.ts';
import { knownHostNames } from './known-hosts.ts';
import { resolve } from './dependencies.ts';
import { startKnowledge } from './knowledge-work.ts';
import { startRehearsals } from './rehearsal-work.ts';
import type { RunningService } from './runtime.ts';
import type { ResolvedKeys } from './secrets.ts';
import { stopInOrder } from './stop-in-order.ts';
import { whenSteady } from './when-steady.ts';

/**
 * Reconciliation of calls with an expired lease. Runtimes renew leases every 15 s: the grace period lets them renew
 * first after the API was down.
 */
const RECONCILIATION = { name: 'calls.settle', everyMs: 5_000, graceMs: 20_000 };

/** Removal of audit events past the retention period. */
const AUDIT_EXPIRY = { name: 'audit.expire', everyMs: 3_600_000, graceMs: 60_000 };

/** Changes of the operator's file of single sign-on. */
const SSO_FILE = { name: 'single_sign_on.refresh', everyMs: 5_000, graceMs: 5_000 };

/** Mails about budgets. */
const BUDGET_MAILS = { name: 'budgets.mail', everyMs: 5_000, graceMs: 1_000 };

/** Canaries whose calls are to be counted, and what other processes left of them. */
const CANARIES = { name: 'agents.canaries', everyMs: 2_000, graceMs: 1_000 };

/** Removal of counts of limits that have expired. */
const LIMIT_EXPIRY = { name: 'limits.expire', everyMs: 60_000, graceMs: 60_000 };

/** Removal of dials that count no more for their numbers. */
const DIAL_EXPIRY = { name: 'dials.expire', everyMs: 600_000, graceMs: 60_000 };

/** Removal of what organisations keep no longer. */
const RETENTION = { name: 'retention.sweep', everyMs: 60_000, graceMs: 60_000 };

/** Polling for deliveries that are due again, and for those that other processes stored. */
const EVENT_DELIVERY = { name: 'events.deliver', everyMs: 200, graceMs: 1_000 };

/** Mails about endpoints that were disabled. */
const EVENT_NOTICES = { name: 'events.notify', everyMs: 10_000, graceMs: 10_000 };

/** Polling for migrations that a process left, or whose batch failed. They begin after the first requests. */
const MIGRATIONS = { name: 'migrations.tick', everyMs: 10_000, graceMs: 1_000 };

/** Polling for erasures whose next pass is due. */
const ERASURES = { name: 'erasures.tick', everyMs: 5_000, graceMs: 1_000 };

/** Removal of deliveries of old events. */
const EVENT_EXPIRY = { name: 'events.expire', everyMs: 3_600_000, graceMs: 60_000 };

/** Output directory of a build. */
const builtInto = (name: string): string => fileURLToPath(new URL(`../pages/${name}/`, import.meta.url));

/** Everything the API server needs: use cases, probes and settings. Tests replace single parts. */
export async function apiParts(container: Container, config: Config, keys: ResolvedKeys): Promise<ApiParts> {
  const voiceServer = await resolve(container, 'voiceServer');
  const liveCalls = config.services.includes('runtime') ? await resolve(container, 'liveCalls') : null;
  const cases = await useCases(container);
  return {
    ...cases,
    objects: await resolve(container, 'objects'),
    links: await resolve(container, 'links'),
    ...(await probes(container)),
    tokens: await resolve(container, 'tokens'),
    limitCounts: await resolve(container, 'limitCounts'),
    clock: await resolve(container, 'clock'),
    load: { level: loopLoad(), hasCalls: () => liveCalls !== null && liveCalls.count > 0 },
    log: await resolve(container, 'log'),
    metrics: await resolve(container, 'metricsRegistry'),
    answered: (await resolve(container, 'requestMeters'))('api'),
    internalApiKey: keys.internalApiKey,
    console: {
      directory: config.api.consoleDir ?? builtInto('console'),
      runtimeUrl: (hostName) => voiceServer.reachedFrom(hostName),
      webCalls: config.runtime.webCalls,
      isSignUpOpen: () => cases.accounts.isSignUpOpen(),
      hasSingleSignOn: () => cases.accounts.hasSingleSignOn(),
      signOnRedirectUri: cases.accounts.signOnRedirectUri(),
    },
    widgetDirectory: config.api.widgetDir ?? builtInto('widget'),
    settings: settingsOf(config),
  };
}

/** Starts the API and its background work. */
export async function startApi(container: Container, config: Config, keys: ResolvedKeys): Promise<RunningService> {
  const log = await resolve(container, 'log');
  const abandoned = await removeAbandonedUploads(tmpdir());
  if (abandoned > 0) log.info('uploads.removed', { abandoned });
  const api = createApi(await apiParts(container, config, keys));
  const listening = await api.listen(config.api.host, config.api.port);
  log.info('api.listening', { host: config.api.host, port: listening.port });
  void compileValidation(config.api.prefix);
  const stopBackgroundWork = await startBackgroundWork(container, config);
  const mailQueue = await resolve(container, 'mailQueue');
  return {
    ...listening,
    async close() {
      await stopBackgroundWork();
      await listening.close();
      await mailQueue.flush();
    },
  };
}

const settingsOf = (config: Config): ApiSettings => ({
  prefix: config.api.prefix,
  rateLimits: config.api.rateLimits,
  mcpServer: config.api.mcpServer,
  csvBytes: config.api.csvBytes,
  documentBytes: config.knowledge.uploadBytes,
  ...config.browsers,
  isKnownHost: knownHosts(knownHostNames(config)),
});

/** Health and readiness probes. */
const probes = async (container: Container) => ({
  health: await resolve(container, 'database'),
  migrations: await resolve(container, 'migrationWorker'),
  readiness: await resolve(container, 'apiReadiness'),
});

/** The use cases that handlers call. */
const useCases = async (container: Container) => ({
  accounts: await resolve(container, 'accountUseCases'),
  members: await resolve(container, 'memberUseCases'),
  organisations: await resolve(container, 'organisationUseCases'),
  agents: await resolve(container, 'agentUseCases'),
  phoneNumbers: await resolve(container, 'phoneNumberUseCases'),
  calls: await resolve(container, 'callUseCases'),
  analysis: await resolve(container, 'analysisUseCases'),
  rehearsals: await resolve(container, 'rehearsalUseCases'),
  campaigns: await resolve(container, 'campaignUseCases'),
  knowledge: await resolve(container, 'knowledgeUseCases'),
  catalogue: await resolve(container, 'catalogueUseCases'),
  credentials: await resolve(container, 'credentialUseCases'),
  costs: await resolve(container, 'costUseCases'),
  audit: await resolve(container, 'auditUseCases'),
  events: await resolve(container, 'eventUseCases'),
  erasures: await resolve(container, 'erasureUseCases'),
});

/** Starts the API's background work on campaigns, lost calls, documents, analyses and the audit trail. Returns the function that stops it. */
async function startBackgroundWork(
  container: Container,
  { audit: { retentionDays } }: Config,
): Promise<() => Promise<void>> {
  const [calls, audit, clock, log] = await Promise.all([
    resolve(container, 'callUseCases'),
    resolve(container, 'auditUseCases'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  const stopCampaigns = await startCampaigns(container);
  const stopEvents = await startEvents(container);
  const stopCosts = await startCosts(container);
  const following = repeatTask(CANARIES, (await resolve(container, 'agentUseCases')).followCanaries, { clock, log });
  const limitCounts = await resolve(container, 'limitCounts');
  const pruning = repeatTask(LIMIT_EXPIRY, () => pruneLimitCounts({ limitCounts, clock }), { clock, log });
  const ssoFile = await resolve(container, 'ssoFile');
  const refreshing = repeatTask(SSO_FILE, async () => ssoFile.refresh(), { clock, log });
  const erasures = await resolve(container, 'erasureWorker');
  const readiness = await resolve(container, 'apiReadiness');
  const reconcile = whenSteady(() => calls.reconcile(), { readiness, clock, graceMs: RECONCILIATION.graceMs });
  const reconciling = repeatTask(RECONCILIATION, reconcile, { clock, log });
  const stopKnowledge = await startKnowledge(container);
  const stopAnalyses = await startAnalyses(container);
  const stopRehearsals = await startRehearsals(container);
  const expiring = repeatTask(AUDIT_EXPIRY, () => audit.expire(retentionDays), { clock, log });
  const sweeping = repeatTask(RETENTION, () => calls.sweepRetention(), { clock, log });
  const erasing = repeatTask(ERASURES, async () => erasures.wake(), { clock, log });
  const migrations = await resolve(container, 'migrationWorker');
  const migrating = repeatTask(MIGRATIONS, async () => migrations.wake(), { clock, log });
  return stopInOrder(
    ...[{ stop: stopCampaigns }, reconciling, { stop: stopKnowledge }, { stop: stopAnalyses }],
    ...[{ stop: stopRehearsals }, expiring, sweeping, erasing, erasures, migrating, migrations, following],
    ...[{ stop: stopEvents }, { stop: stopCosts }, pruning, refreshing],
  );
}

/** Starts dialling for campaigns, and the removal of what was counted about numbers. Returns the function that stops both. */
async function startCampaigns(container: Container): Promise<() => Promise<void>> {
  const [engine, campaigns, metricsRegistry, clock, log] = await Promise.all([
    resolve(container, 'campaignEngine'),
    resolve(container, 'campaignUseCases'),
    resolve(container, 'metricsRegistry'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  metricsRegistry.gauge(
    'campaign_contacts_left',
    'Contacts that are not final, of the running campaigns that this process dials for',
    () => engine.contactsLeft,
  );
  const ticking = everySecond('campaigns.tick', () => engine.tick(), { log });
  const expiring = repeatTask(DIAL_EXPIRY, () => campaigns.expireDials(), { clock, log });
  return stopInOrder(ticking, engine, expiring);
}

/** Starts the sums of costs and the warnings of budgets. Returns the function that stops them. */
async function startCosts(container: Container): Promise<() => Promise<void>> {
  const [rollup, costs, clock, log] = await Promise.all([
    resolve(container, 'costRollup'),
    resolve(container, 'costUseCases'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  const summing = everySecond('costs.sum', () => rollup.tick(), { log });
  const mailing = repeatTask(BUDGET_MAILS, () => costs.mailWarnings(), { clock, log });
  return stopInOrder(summing, rollup, mailing);
}

/** Starts the delivery of events. Returns the function that stops it. */
async function startEvents(container: Container): Promise<() => Promise<void>> {
  const [relay, engine, events, clock, log] = await Promise.all([
    resolve(container, 'eventRelay'),
    resolve(container, 'deliveryEngine'),
    resolve(container, 'eventUseCases'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  const relaying = everySecond('events.relay', () => relay.tick(), { log });
  const delivering = repeatTask(EVENT_DELIVERY, () => engine.tick(), { clock, log });
  const notifying = repeatTask(EVENT_NOTICES, () => events.notifyDisabled(), { clock, log });
  const expiring = repeatTask(EVENT_EXPIRY, () => events.expire(), { clock, log });
  return stopInOrder(relaying, relay, delivering, engine, notifying, expiring);
}
