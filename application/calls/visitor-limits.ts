import { isBot, type Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { allowsOrigin, OPAQUE_ORIGIN, OPAQUE_REFUSED, originOf, type AgentWeb } from '../../domain/agents/web.ts';
import { forbidden, invalid, limited } from '../../domain/errors.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { LimitPorts } from '../limit-count-changes.ts';
import type { CallLease, CallLeases } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Log } from '../ports/log.ts';
import type { VisitorDigest } from '../ports/visitor-digest.ts';
import { StrictLimit } from '../strict-limit.ts';
import { endUnopened, unopenedGivesWayIn } from './unopened-calls.ts';

export interface VisitorPorts extends LimitPorts {
  readonly log: Pick<Log, 'warn'>;
  readonly leases: CallLeases;
  readonly calls: CallRepository;
  readonly visitorDigest: VisitorDigest;
}

/** A call of a page, as far as the limits of its agent depend on it. */
export interface VisitorRequest {
  readonly origin?: string;
  readonly visitor?: string;
  /** Without a ticket, a digest of the client's network. */
  readonly client: string | null;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Different allowances that are kept. Agents with the same one share a limit. */
const LIMITS_MAX = 1_000;
const SOON_MS = 30_000;
const VISITOR_REQUIRED =
  'visitor is required: the agent limits the calls of each visitor in web. Send what identifies the visitor on your server';

/** Limits the calls that pages make, as the agent says. Members of the organisation are not limited. */
export interface VisitorLimits {
  /**
   * Counts an attempt and returns the key of the visitor, or null without a limit of its calls at once. Rejects with
   * `forbidden` for a page that is not allowed, with `invalid` without a visitor that the limits need, and with `limited`
   * above a limit. A call that the visitor registered and did not open gives way after ten seconds.
   */
  admit(principal: Principal, agent: Agent, request: VisitorRequest): Promise<string | null>;
  /** Gives a reserved call a place of its visitor, or releases it and rejects with `limited`. */
  place(visitor: string, agent: Agent, reserved: CallLease): Promise<void>;
}

export function visitorLimits({ visitorDigest, ...ports }: VisitorPorts): VisitorLimits {
  const { leases } = ports;
  const limitOf = sharedLimits(ports);
  const now = (): string => ports.clock.now().toISOString();

  /** Whether an unopened call of the visitor has to give way. */
  async function countVisitor(
    key: string,
    { visitor_calls_at_once: atOnce, visitor_calls_per_hour: perHour }: AgentWeb,
  ): Promise<boolean> {
    const isFull = atOnce !== undefined && (await leases.countOfClient(key, now())) >= atOnce;
    const waitMs = isFull ? await unopenedGivesWayIn(ports, key) : 0;
    if (isFull && waitMs !== 0) throw atOnceReached(atOnce, waitMs);
    if (perHour !== undefined)
      await take(limitOf('call of a visitor', perHour, HOUR_MS), key, `At most ${perHour} calls an hour`);
    return isFull;
  }

  return {
    async admit(principal, agent, request) {
      const { web } = agent.config;
      requireAllowedPage(ports.log, agent, request.origin);
      if (!web || isMember(principal)) return null;
      const visitor = visitorOf(principal, web, request);
      const key = visitor === null ? null : visitorDigest(agent, visitor);
      const mustGiveWay = key !== null && (await countVisitor(key, web));
      const perMinute = web.calls_per_minute;
      if (perMinute !== undefined) {
        const limit = limitOf('call of a page', perMinute, MINUTE_MS);
        await take(limit, `${agent.org_id} ${agent.agent_id}`, 'The agent has too many calls now');
      }
      if (mustGiveWay) await endUnopened(ports, key);
      // Calls at once of a client without a ticket are limited by the operator.
      return web.visitor_calls_at_once === undefined || request.client !== null ? null : key;
    },
    async place(visitor, { config: { web } }, { org_id, call_id }) {
      const places = web?.visitor_calls_at_once;
      if (places === undefined) return;
      if (await leases.takeClientPlace({ org_id, call_id }, { client: visitor, places }, now())) return;
      await leases.release(org_id, call_id);
      throw atOnceReached(places, await unopenedGivesWayIn(ports, visitor));
    },
  };
}

/** Limits by what they count and allow, made when they are needed. */
function sharedLimits(ports: LimitPorts): (kind: string, requests: number, windowMs: number) => StrictLimit {
  const limits = new BoundedMap<string, StrictLimit>(LIMITS_MAX);
  return (kind, requests, windowMs) => {
    const known = limits.get(`${kind} ${requests}`);
    if (known) return known;
    const limit = new StrictLimit(ports, kind, { requests, windowMs });
    limits.set(`${kind} ${requests}`, limit);
    return limit;
  };
}

async function take(limit: StrictLimit, key: string, why: string): Promise<void> {
  const seconds = await limit.take(key);
  if (seconds > 0) throw limited(`${why}: try again later`, { retryAfterMs: seconds * 1_000 });
}

/** `unopenedMs`: when a call that was not opened gives way. */
const atOnceReached = (atOnce: number, unopenedMs: number | null) =>
  limited(`At most ${atOnce} calls of a visitor at once: try again when one has ended`, {
    // One that gives way now, and could not be ended, is about to change.
    retryAfterMs: unopenedMs === null || unopenedMs === 0 ? SOON_MS : unopenedMs,
  });

const isMember = (principal: Principal): boolean => principal.scopes === undefined && !isBot(principal);

function visitorOf(principal: Principal, web: AgentWeb, { visitor, client }: VisitorRequest): string | null {
  const isNeeded = web.visitor_calls_at_once !== undefined || web.visitor_calls_per_hour !== undefined;
  if (!isNeeded) return null;
  if (isBot(principal)) return client;
  if (visitor === undefined) throw invalid(VISITOR_REQUIRED);
  return visitor;
}

/** Longest origin in a log line. */
const LOGGED_LENGTH_MAX = 200;

function requireAllowedPage(log: VisitorPorts['log'], agent: Agent, given: string | undefined): void {
  if (given === undefined) return;
  const origin = given === OPAQUE_ORIGIN ? given : originOf(given);
  if (origin === null) throw invalid('origin must be an origin such as https://shop.example.com, without a path');
  if (allowsOrigin(agent.config.web ?? {}, origin) !== false) return;
  const { org_id, agent_id } = agent;
  const shown = { org_id, agent_id, origin: origin.slice(0, LOGGED_LENGTH_MAX), setting: 'web.allowed_origins' };
  log.warn('call.origin_refused', shown);
  if (origin === OPAQUE_ORIGIN) throw forbidden(OPAQUE_REFUSED);
  throw forbidden(`Pages of ${origin} may not call this agent: add the origin to web.allowed_origins of the agent`);
}
