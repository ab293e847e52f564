import type { MetricsRegistry } from '../adapters/prometheus/metrics-registry.ts';
import type { RecordStoreFault } from '../adapters/lib/store-faults.ts';
import type { MeasureStore } from '../adapters/prometheus/stores.ts';
import type { TelephonyProvider } from '../adapters/providers/define.ts';
import type { RegisteredProviders } from '../adapters/providers/registered-providers.ts';
import type { RequestMeter } from '../adapters/lib/request-meter.ts';
import type { ObjectLinks } from '../adapters/lib/object-links.ts';
import type { HttpUpstreams } from '../adapters/upstreams/http.ts';
import type { AccountUseCases } from '../application/accounts/index.ts';
import type { MailQueue } from '../application/accounts/mail-queue.ts';
import type { AgentUseCases } from '../application/agents/index.ts';
import type { AuditUseCases } from '../application/audit/index.ts';
import type { CallUseCases } from '../application/calls/index.ts';
import type { WebCallLimits } from '../application/calls/register-web-call.ts';
import type { CampaignEngine } from '../application/campaigns/campaign-engine.ts';
import type { CampaignUseCases } from '../application/campaigns/index.ts';
import type { CatalogueUseCases } from '../application/catalogue/index.ts';
import type { CredentialUseCases } from '../application/credentials/index.ts';
import type { GatewayUseCases } from '../application/gateway/index.ts';
import type { UpstreamPool } from '../application/gateway/upstream-pool.ts';
import type { KnowledgeUseCases } from '../application/knowledge/index.ts';
import type { ClaimWorker } from '../application/claim-worker.ts';
import type { MemberUseCases } from '../application/members/index.ts';
import type { Quotas } from '../domain/accounts/quotas.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import type { QuotaKeeper } from '../application/ports/quotas.ts';
import type { StoredUseRepository } from '../application/ports/stored-use.ts';
import type { OrganisationUseCases } from '../application/organisations/index.ts';
import type { PhoneNumberUseCases } from '../application/phone-numbers/index.ts';
import type { AgentNumbers, PhoneNumberRepository } from '../application/ports/phone-numbers.ts';
import type { AgentRepository } from '../application/ports/agents.ts';
import type { ApiKeyRepository } from '../application/ports/api-keys.ts';
import type { AuditEventRepository } from '../application/ports/audit-events.ts';
import type { CallLeases } from '../application/ports/call-leases.ts';
import type { CallMetricsRepository, CallRepository } from '../application/ports/calls.ts';
import type { CallMonitor } from '../application/ports/call-monitor.ts';
import type { CallSpool } from '../application/ports/call-spool.ts';
import type { EarlierConversations } from '../application/ports/earlier-conversations.ts';
import type { CallerSuppressor } from '../application/ports/caller-suppressor.ts';
import type { CallOutcomeListener } from '../application/ports/call-outcome-listener.ts';
import type { CampaignMeter, IngestMeter } from '../application/ports/meters.ts';
import type { CampaignRepository } from '../application/ports/campaigns.ts';
import type { Carriers, OrganisationCarriers } from '../application/ports/carrier.ts';
import type { Clock } from '../application/ports/clock.ts';
import type {
  BudgetRepository,
  CallCostRepository,
  CostRecorder,
  CostSumRepository,
} from '../application/ports/costs.ts';
import type { ControlPlane } from '../application/ports/control-plane.ts';
import type { AccountDials } from '../application/ports/account-dials.ts';
import type { DailyCounts } from '../application/ports/daily-counts.ts';
import type { DialPacing } from '../application/calls/dial-pacing.ts';
import type { CostRollup } from '../application/costs/cost-rollup.ts';
import type { CostUseCases } from '../application/costs/index.ts';
import type { Dialler } from '../application/ports/dialler.ts';
import type { CampaignEngineLeases, CampaignEngines } from '../application/ports/campaign-engine-leases.ts';
import type { OperatorServers } from '../application/ports/operator-servers.ts';
import type { CredentialIndex, ProviderAuthRepository } from '../application/ports/provider-auths.ts';
import type { ArgumentSchemas } from '../application/ports/argument-schemas.ts';
import type { McpClient } from '../application/ports/mcp-client.ts';
import type { ToolCaller } from '../application/ports/tool-caller.ts';
import type { ToolSecretRepository } from '../application/ports/tool-secrets.ts';
import type { DatabaseHealth, Readiness } from '../application/ports/health.ts';
import type { Ids } from '../application/ports/ids.ts';
import type { Log } from '../application/ports/log.ts';
import type { Mailer } from '../application/ports/mailer.ts';
import type { MembershipRepository } from '../application/ports/memberships.ts';
import type { NumberFormat } from '../application/ports/number-format.ts';
import type { NumberWords } from '../application/ports/number-words.ts';
import type { ObjectStore } from '../application/ports/objects.ts';
import type { OrganisationRepository } from '../application/ports/organisations.ts';
import type { PasswordResetRepository } from '../application/ports/password-resets.ts';
import type { OrganisationModels, ProviderRegistry, Vendors } from '../application/ports/providers.ts';
import type { CallRecords } from '../application/ports/call-records.ts';
import type { RetentionRepository } from '../application/ports/retention.ts';
import type { QueuedRunRepository } from '../application/ports/queued-runs.ts';
import type { Random } from '../application/ports/random.ts';
import type { Resampling } from '../application/ports/resampler.ts';
import type { CsvParser } from '../application/ports/csv.ts';
import type { SuppressionRepository } from '../application/ports/suppressions.ts';
import type { TimeZones } from '../application/ports/time-zones.ts';
import type { UserRepository } from '../application/ports/users.ts';
import type { VoiceActivity } from '../application/ports/voice-activity.ts';
import type { ArtifactDelivery } from '../application/runtime/deliver-artifacts.ts';
import type { RuntimeUseCases } from '../application/runtime/index.ts';
import type { LiveCalls } from '../application/runtime/live-calls.ts';
import type { SoundPorts } from '../application/runtime/sound-parts.ts';
import type { SpeechCache } from '../application/runtime/speech-cache.ts';
import type { NormaliserCache } from '../application/runtime/normaliser-cache.ts';
import type { WebhookRefusals } from '../application/runtime/webhook-refusals.ts';
import type { Ticker } from '../application/runtime/ticker.ts';
import type { ConfirmationPolicy } from '../domain/accounts/user.ts';
import type { ServiceName } from './config.ts';
import type { AnalysisDependencies } from './analysis-dependencies.ts';
import type { ContactDependencies } from './contact-dependencies.ts';
import type { DocumentDependencies } from './document-dependencies.ts';
import type { ErasureDependencies } from './erasure-dependencies.ts';
import type { EventDependencies } from './event-dependencies.ts';
import type { KnowledgeDependencies } from './knowledge-dependencies.ts';
import type { RehearsalDependencies } from './rehearsal-dependencies.ts';
import type { SecurityDependencies } from './security-dependencies.ts';
import type { SingleSignOnDependencies } from './single-sign-on-dependencies.ts';
import type { GatewayAddress } from './gateway-address.ts';
import type { VoiceServerAddress } from './voice-server-address.ts';
import { wiring } from './wiring.ts';

/** Every dependency by the name its consumers use. */
export interface Dependencies
  extends
    EventDependencies,
    ErasureDependencies,
    SecurityDependencies,
    SingleSignOnDependencies,
    ContactDependencies,
    DocumentDependencies,
    AnalysisDependencies,
    RehearsalDependencies,
    KnowledgeDependencies {
  clock: Clock;
  ids: Ids;
  random: Random;
  log: Log;
  recordStoreFault: RecordStoreFault;
  /** Metrics of the process, exposed at `/metrics`. */
  metricsRegistry: MetricsRegistry;
  /** Meters the requests of a service. */
  requestMeters: (service: ServiceName) => RequestMeter;
  measureStore: MeasureStore;
  monitor: CallMonitor;
  campaignMeter: CampaignMeter;
  ingestMeter: IngestMeter;
  users: UserRepository;
  organisations: OrganisationRepository;
  memberships: MembershipRepository;
  passwordResets: PasswordResetRepository;
  auditEvents: AuditEventRepository;
  agents: AgentRepository;
  storedUse: StoredUseRepository;
  phoneNumbers: PhoneNumberRepository;
  calls: CallRepository;
  leases: CallLeases;
  callRecords: CallRecords;
  retention: RetentionRepository;
  metrics: CallMetricsRepository;
  callCosts: CallCostRepository;
  costSums: CostSumRepository;
  budgets: BudgetRepository;
  campaigns: CampaignRepository;
  runs: QueuedRunRepository;
  engineLeases: CampaignEngineLeases;
  campaignEngines: CampaignEngines;
  accountDials: AccountDials;
  suppressions: SuppressionRepository;
  dailyCounts: DailyCounts;
  providerAuths: ProviderAuthRepository;
  toolSecrets: ToolSecretRepository;
  apiKeys: ApiKeyRepository;
  database: DatabaseHealth;
  apiReadiness: Readiness;
  runtimeReadiness: Readiness;
  objects: ObjectStore;
  /** Signed links to objects of a store without its own server. */
  links: ObjectLinks;
  ingestion: ClaimWorker;

  /** URL of the carrier simulator. Null without one. Set once it listens. */
  simulatorUrl: string | null;
  /** Address of the model gateway. Null without one. */
  modelGateway: GatewayAddress | null;
  registered: RegisteredProviders;
  telephony: readonly TelephonyProvider[];
  providers: ProviderRegistry;
  vendors: Vendors;
  carriers: Carriers;
  organisationCarriers: OrganisationCarriers;
  organisationModels: OrganisationModels;
  agentNumbers: AgentNumbers;
  numberFormat: NumberFormat;
  numberWords: NumberWords;
  voiceServer: VoiceServerAddress;
  credentialIndex: CredentialIndex;
  operatorServers: OperatorServers;
  argumentSchemas: ArgumentSchemas;
  toolCaller: ToolCaller;
  mcpClient: McpClient;
  csvParser: CsvParser;
  timeZones: TimeZones;
  dialPacing: DialPacing;
  dialler: Dialler;
  campaignEngine: CampaignEngine;
  /** Notified of the outcome of outbound calls. */
  callOutcomeListener: CallOutcomeListener;
  callerSuppressor: CallerSuppressor;
  earlierConversations: EarlierConversations;

  mailer: Mailer;
  /** Mails sent after the response of their request. */
  mailQueue: MailQueue;
  /** Base URL of links in mails. */
  publicAppUrl: string;
  /** Whether users can sign up without an invitation. */
  signUpPolicy: 'open' | 'closed';
  confirmationPolicy: ConfirmationPolicy;
  /** Most invitations of an organisation per day. */
  invitationsPerDay: number;

  limits: WebCallLimits & { readonly quotas: Quotas };
  quotas: QuotaKeeper;
  /** What vendors charge. */
  prices: PriceTable;
  costs: CostRecorder;
  costRollup: CostRollup;
  costUseCases: CostUseCases;
  accountUseCases: AccountUseCases;
  memberUseCases: MemberUseCases;
  organisationUseCases: OrganisationUseCases;
  agentUseCases: AgentUseCases;
  phoneNumberUseCases: PhoneNumberUseCases;
  callUseCases: CallUseCases;
  campaignUseCases: CampaignUseCases;
  knowledgeUseCases: KnowledgeUseCases;
  catalogueUseCases: CatalogueUseCases;
  credentialUseCases: CredentialUseCases;
  auditUseCases: AuditUseCases;

  /** URL of the API for the runtime. Set once the API listens. */
  apiBaseUrl: string;
  controlPlane: ControlPlane;
  spool: CallSpool;
  voiceActivity: VoiceActivity;
  neuralAudio: SoundPorts['neuralAudio'];
  resampling: Resampling;
  /** The built-in speech engines of this process. */
  localSpeech: { warm(): Promise<void>; close(): Promise<void> };
  ticker: Ticker;
  speechCache: SpeechCache;
  normalisers: NormaliserCache;
  webhookRefusals: WebhookRefusals;
  liveCalls: LiveCalls;
  delivery: ArtifactDelivery;
  runtimeUseCases: RuntimeUseCases;
  upstreams: HttpUpstreams;
  upstreamPool: UpstreamPool;
  gatewayUseCases: GatewayUseCases;
}

export const { provide, resolve, replace } = wiring<Dependencies>();
