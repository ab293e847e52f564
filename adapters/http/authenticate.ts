import type { NextFunction, Request, RequestHandler } from 'express';
import type { Tokens } from '../../application/ports/tokens.ts';
import { isApiKey } from '../../domain/accounts/api-key.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { DomainError, misconfigured, unauthenticated } from '../../domain/errors.ts';
import { isSameSecret } from '../lib/secret-comparison.ts';
import type { ApiKeyLimits } from './api-key-limits.ts';
import { operationsOf, type Contract, type Operation } from './contract.ts';
import { operationOf } from './operation.ts';

export interface RequestCredentials {
  readonly tokens: Tokens;
  /** Null when not configured: no key is then accepted. */
  readonly internalApiKey: string | null;
  /**
   * Reads the principal's current state or refuses it. Called before changes in the active organisation and before
   * secrets.
   */
  readonly confirm: (principal: Principal) => Promise<Principal>;
  /** The principal of an API key. Its current state is checked. */
  readonly authenticateApiKey: (key: string) => Promise<Principal>;
  /** Answers 429 when a client sent too many wrong API keys, or a key is used too often. Absent without limits. */
  readonly apiKeyLimits?: ApiKeyLimits | undefined;
}

const PRINCIPAL = Symbol('caller');

interface AuthenticatedRequest extends Request {
  [PRINCIPAL]?: Principal;
}

/** Refuses a request without these credentials, synchronously where possible. */
type Check = (request: AuthenticatedRequest) => Promise<void> | void;

/** Checks the credentials required by the contract and stores the principal on the request. */
export function authenticate(contract: Contract, credentials: RequestCredentials): RequestHandler {
  const schemes: Readonly<Record<string, Check>> = {
    BearerAuth: bearer(credentials),
    ApiKeyAuth: internalKey(credentials),
  };
  const checks = new Map<Operation | null, Check>();
  for (const { operation } of operationsOf(contract)) {
    const name = schemeOf(operation.security ?? contract.security);
    const check = schemes[name ?? ''];
    if (check) checks.set(operation, check);
    else if (name !== null) throw new Error(`openapi.yaml has an unknown security scheme: ${name}`);
  }
  return (request, _response, next) => {
    const checking = checks.get(operationOf(request))?.(request);
    // Most requests are reads, and reads need no asynchronous check.
    return checking ? after(checking, next) : next();
  };
}

async function after(checking: Promise<void>, next: NextFunction): Promise<void> {
  await checking;
  next();
}

/** The principal, or null where no token was required. */
export const knownPrincipal = (request: AuthenticatedRequest): Principal | null => request[PRINCIPAL] ?? null;

/** The principal. Only operations with a token have one. */
export function principalOf(request: AuthenticatedRequest): Principal {
  const principal = request[PRINCIPAL];
  if (!principal) throw unauthenticated('Not authenticated');
  return principal;
}

/** The scheme of an operation, or null for public ones. Combinations are not supported. */
function schemeOf(security: readonly object[]): string | null {
  const names = security.map((requirement) => Object.keys(requirement).join(' and ') || 'nothing');
  return names.length === 0 ? null : names.join(' or ');
}

/**
 * Operations that change nothing in the active organisation, so that its membership may have ended. Both check the
 * session themselves. Switching also looks up the membership of the target organisation: spec, errors, 400
 * "organisation switch to a non-member org".
 */
const UNSCOPED: ReadonlySet<string> = new Set(['switchOrganisation', 'logOutEverywhere']);

/** Reads of secrets, files, the words of callers, contacts one by one or the audit trail: a valid token alone is not enough. */
const CONFIRMED_READS: ReadonlySet<string> = new Set([
  'getProviderAuth',
  'getToolSecret',
  'listApiKeys',
  'listSsoConnections',
  'getRecording',
  'getTranscript',
  'getCallInputs',
  'getCallScenario',
  'getCallAnalysis',
  'listAnalysisRuns',
  'getAnalysisRun',
  'listGaps',
  'listEventDeliveries',
  'getRehearsalConversation',
  'getRehearsalRecording',
  'getContactsUrl',
  'listCampaignRuns',
  'getCampaignReport',
  'listCampaignRefusals',
  'listCampaignDeferrals',
  'listCampaignDecisions',
  'listCallbacks',
  'getCallback',
  'previewDocument',
  'listAuditEvents',
  'listErasures',
  'getErasure',
]);

const isConfirmed = (method: string, operation: string): boolean =>
  method === 'GET' ? CONFIRMED_READS.has(operation) : !UNSCOPED.has(operation);

const bearer =
  (credentials: RequestCredentials): Check =>
  (request) => {
    const token = bearerTokenOf(request);
    if (isApiKey(token)) return byApiKey(request, token, credentials);
    const principal = credentials.tokens.verify(token);
    if (!principal) throw unauthenticated('Invalid or expired token');
    request[PRINCIPAL] = principal;
    if (!isConfirmed(request.method, operationOf(request)?.operationId ?? '')) return;
    return credentials.confirm(principal).then((confirmed) => void (request[PRINCIPAL] = confirmed));
  };

/** The token of the one Authorization header; empty when it has no single token. */
function bearerTokenOf({ headers: { authorization = '' }, rawHeaders }: Request): string {
  if (!/^bearer\b/i.test(authorization)) throw unauthenticated('Not authenticated');
  if (isRepeated(rawHeaders)) throw unauthenticated('More than one Authorization header was sent');
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

async function byApiKey(
  request: AuthenticatedRequest,
  key: string,
  { authenticateApiKey, apiKeyLimits }: RequestCredentials,
): Promise<void> {
  apiKeyLimits?.check(request);
  try {
    const principal = await authenticateApiKey(key);
    apiKeyLimits?.countUse(principal);
    request[PRINCIPAL] = principal;
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'unauthenticated') apiKeyLimits?.countRefusal(request);
    throw error;
  }
}

/** Whether the header is repeated: a proxy may have checked one value, and we would use the other. */
const isRepeated = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.length === NAME.length && text.toLowerCase() === NAME).length >
  1;

const NAME = 'authorization';

const internalKey =
  ({ internalApiKey }: RequestCredentials): Check =>
  ({ headers }) => {
    const given = headers['x-api-key'] ?? '';
    if (given === '') throw unauthenticated('Missing API key');
    if (internalApiKey === null) throw misconfigured('Internal API key not configured');
    if (!isSameSecret(String(given), internalApiKey)) throw unauthenticated('Invalid API key');
  };
