import express, { Router, type Express, type RequestHandler } from 'express';
import type { AccountUseCases } from '../../application/accounts/index.ts';
import type { AnalysisUseCases } from '../../application/analysis/index.ts';
import type { AgentUseCases } from '../../application/agents/index.ts';
import type { AuditUseCases } from '../../application/audit/index.ts';
import type { ErasureUseCases } from '../../application/erasures/index.ts';
import type { EventUseCases } from '../../application/events/index.ts';
import type { CostUseCases } from '../../application/costs/index.ts';
import type { CallUseCases } from '../../application/calls/index.ts';
import type { CampaignUseCases } from '../../application/campaigns/index.ts';
import type { CatalogueUseCases } from '../../application/catalogue/index.ts';
import type { CredentialUseCases } from '../../application/credentials/index.ts';
import type { KnowledgeUseCases } from '../../application/knowledge/index.ts';
import type { MemberUseCases } from '../../application/members/index.ts';
import type { OrganisationUseCases } from '../../application/organisations/index.ts';
import type { RehearsalUseCases } from '../../application/rehearsal/index.ts';
import type { PhoneNumberUseCases } from '../../application/phone-numbers/index.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { DatabaseHealth, Readiness } from '../../application/ports/health.ts';
import type { LimitCounts } from '../../application/ports/limit-counts.ts';
import type { Log } from '../../application/ports/log.ts';
import type { ObjectStore } from '../../application/ports/objects.ts';
import type { Tokens } from '../../application/ports/tokens.ts';
import type { Exposition, RequestMeter } from '../lib/request-meter.ts';
import type { KnownHosts } from '../lib/known-hosts.ts';
import type { ObjectLinks } from '../lib/object-links.ts';
import type { ServerTimeouts } from '../lib/server-timeouts.ts';
import { ApiKeyLimits } from './api-key-limits.ts';
import { audited } from './audited.ts';
import { authenticate } from './authenticate.ts';
import { readBody } from './body.ts';
import { consolePages, type ConsoleParts } from './console.ts';
import { loadContract, operationIds, type Contract } from './contract.ts';
import { cors, type Origins } from './cors.ts';
import { dispatch, requireSameOperations } from './dispatch.ts';
import { docs } from './docs.ts';
import { answerErrors } from './errors.ts';
import { fairQueueing } from './fair-queueing.ts';
import type { Handlers } from './handler.ts';
import { agentHandlers } from './handlers/agents.ts';
import { analysisHandlers } from './handlers/analysis.ts';
import { costHandlers } from './handlers/costs.ts';
import { apiKeyHandlers } from './handlers/api-keys.ts';
import { auditHandlers } from './handlers/audit.ts';
import { authHandlers } from './handlers/auth.ts';
import { callHandlers } from './handlers/calls.ts';
import { campaignHandlers } from './handlers/campaign.ts';
import { configurationHandlers } from './handlers/configuration.ts';
import { downloadHandlers } from './handlers/downloads.ts';
import { erasureHandlers } from './handlers/erasures.ts';
import { knowledgeHandlers } from './handlers/knowledge.ts';
import { memberHandlers } from './handlers/members.ts';
import { organisationHandlers } from './handlers/organisations.ts';
import { phoneNumberHandlers } from './handlers/phone-numbers.ts';
import { rehearsalHandlers } from './handlers/rehearsals.ts';
import { serviceHandlers } from './handlers/service.ts';
import { ragHandlers } from './handlers/rag.ts';
import { eventEndpointHandlers } from './handlers/event-endpoints.ts';
import { ssoConnectionHandlers } from './handlers/sso-connections.ts';
import { toolSecretHandlers } from './handlers/tool-secrets.ts';
import { userHandlers } from './handlers/users.ts';
import { setSecurityHeaders } from './headers.ts';
import { mcpEndpoint, withMcp } from './mcp/endpoint.ts';
import { notFound } from './http-error.ts';
import { headAsGet } from './methods.ts';
import { observe } from './observe.ts';
import { findOperation } from './operation.ts';
import { organisationRate, type OrganisationLoad } from './organisation-rate.ts';
import { pageHosts } from './page-hosts.ts';
import { probes, type MigrationProgress } from './probes.ts';
import { rateLimits } from './rate-limits.ts';
import { assignRequestId } from './request-id.ts';
import { server, type Api } from './server.ts';
import { traceRequests } from './trace-requests.ts';
import { UploadSpace } from './upload-space.ts';
import { announceUploads } from './uploads.ts';
import { validateRequests, validateResponses } from './validation.ts';
import { widgetFiles } from './widget.ts';

export interface ApiParts {
  readonly accounts: AccountUseCases;
  readonly members: MemberUseCases;
  readonly organisations: OrganisationUseCases;
  readonly agents: AgentUseCases;
  readonly phoneNumbers: PhoneNumberUseCases;
  readonly calls: CallUseCases;
  readonly analysis: AnalysisUseCases;
  readonly rehearsals: RehearsalUseCases;
  readonly costs: CostUseCases;
  readonly campaigns: CampaignUseCases;
  readonly knowledge: KnowledgeUseCases;
  readonly catalogue: CatalogueUseCases;
  readonly credentials: CredentialUseCases;
  readonly audit: AuditUseCases;
  readonly events: EventUseCases;
  readonly erasures: ErasureUseCases;
  readonly objects: ObjectStore;
  /** Links to objects served by this API. */
  readonly links: ObjectLinks;
  /** Room for files that are being received. Absent: on the disk of temporary files. */
  readonly uploads?: UploadSpace;
  readonly health: DatabaseHealth;
  /** Whether the stores accept writes. */
  readonly readiness: Readiness;
  readonly migrations: MigrationProgress;
  readonly tokens: Tokens;
  /** Counts of the rate limits, shared by all processes. */
  readonly limitCounts: LimitCounts;
  readonly clock: Clock;
  readonly load: OrganisationLoad;
  readonly log: Log;
  /** The content of `/metrics`. */
  readonly metrics: Exposition;
  /** Records every answered request. */
  readonly answered: RequestMeter;
  /** Null when not configured. Routes that need it then report that. */
  readonly internalApiKey: string | null;
  /** Settings of the console, except the prefix. */
  readonly console: Omit<ConsoleParts, 'apiPrefix'>;
  /** Where the widget was built into. */
  readonly widgetDirectory: string;
  readonly settings: ApiSettings;
}

export interface ApiSettings {
  /** The prefix of the contract's routes, for example `/api/v1`. */
  readonly prefix: string;
  readonly origins: Origins;
  /** Hosts under which pages may reach this API without being listed. */
  readonly isKnownHost: KnownHosts;
  /** Proxies whose forwarded headers are trusted. */
  readonly trustedProxies: false | number | readonly string[];
  /** Whether rate limits apply. */
  readonly rateLimits: boolean;
  /** Whether there is an MCP server. */
  readonly mcpServer: boolean;
  /** Contact lists must be smaller. In bytes. */
  readonly csvBytes: number;
  /** Documents must be smaller. In bytes. */
  readonly documentBytes: number;
  /** Timeouts of requests, where they differ from the default. */
  readonly timeouts?: ServerTimeouts;
  /** Validates responses against the contract. For tests. */
  readonly validateResponses?: boolean;
}

/** The API, ready to listen. Throws when openapi.yaml and the handlers disagree. */
export function createApi(parts: ApiParts): Api {
  const { prefix, origins, trustedProxies, isKnownHost } = parts.settings;
  const contract = loadContract(prefix);
  const app: Express = express();
  app.set('trust proxy', trustedProxies);
  app.enable('strict routing').enable('case sensitive routing').disable('x-powered-by').disable('etag');
  app.use(assignRequestId, observe(parts.log, parts.answered), headAsGet, setSecurityHeaders());
  // Before what only known pages may have.
  app.use(widgetFiles(parts.widgetDirectory), cors(origins));
  app.use(pageHosts(isKnownHost, origins, parts.log));
  app.use(operations(contract, parts, app));
  app.use(probes(parts), docs(contract), consolePages({ ...parts.console, apiPrefix: prefix }));
  app.use(uncached, () => {
    throw notFound();
  });
  app.use(answerErrors(parts.log));
  return server(app, parts.settings.timeouts);
}

/** Compiles the validation of every operation in the background, so that no first request waits for it. */
export const compileValidation = (prefix: string): Promise<void> => validateRequests(loadContract(prefix)).compile();

/** The contract's routes and that of MCP, in order: route, authentication, body and validation, rate limit, handler. */
function operations(contract: Contract, parts: ApiParts, app: Express): Router {
  const { origins, rateLimits: isLimited, mcpServer } = parts.settings;
  const handlers = handlersOf(contract, parts);
  requireSameOperations(operationIds(contract), handlers);
  const routed = mcpServer ? withMcp(contract) : contract;
  const router = Router();
  router.use(findOperation(routed), traceRequests, uncached);
  const { refreshPrincipal, authenticateApiKey } = parts.accounts;
  const apiKeyLimits = isLimited ? new ApiKeyLimits(parts) : undefined;
  router.use(authenticate(routed, { ...parts, confirm: refreshPrincipal, authenticateApiKey, apiKeyLimits }));
  if (isLimited) router.use(organisationRate(parts.clock, parts.load));
  router.use(fairQueueing(), readBody());
  if (mcpServer) router.use(mcpEndpoint(app, { contract, origins, log: parts.log }));
  router.use(announceUploads, validateRequests(contract).handle);
  if (parts.settings.validateResponses) router.use(validateResponses(contract));
  if (isLimited) router.use(rateLimits(parts));
  router.use(dispatch(audited(handlers, parts), parts.uploads ?? new UploadSpace()));
  return router;
}

const handlersOf = (contract: Contract, parts: ApiParts): Handlers => ({
  ...serviceHandlers(contract.info, parts.health),
  ...userHandlers(parts.accounts),
  ...apiKeyHandlers(parts.accounts),
  ...ssoConnectionHandlers(parts.accounts),
  ...memberHandlers(parts.members),
  ...organisationHandlers(parts.organisations),
  ...configurationHandlers(parts.catalogue),
  ...authHandlers(parts.credentials),
  ...toolSecretHandlers(parts.credentials),
  ...eventEndpointHandlers(parts.events),
  ...auditHandlers(parts.audit),
  ...erasureHandlers(parts.erasures),
  ...agentHandlers(parts.agents),
  ...phoneNumberHandlers(parts.phoneNumbers),
  ...callHandlers(parts.calls, parts.settings.prefix, parts.console.runtimeUrl),
  ...analysisHandlers(parts.analysis),
  ...rehearsalHandlers(parts.rehearsals),
  ...costHandlers(parts.costs),
  ...campaignHandlers(parts.campaigns, parts.calls, parts.settings),
  ...knowledgeHandlers(parts.knowledge, parts.settings),
  ...ragHandlers(parts.knowledge),
  ...downloadHandlers(parts.links, parts.objects),
});

const uncached: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
