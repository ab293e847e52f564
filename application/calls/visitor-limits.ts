import { isBot, type Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { allowsOrigin, originOf, type AgentWeb } from '../../domain/agents/web.ts';
import { forbidden, invalid, limited } from '../../domain/errors.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { LimitPorts } from '../limit-count-changes.ts';
import type { CallLease, CallLeases } from '../ports/call-leases.ts';
import type { ContentDigest } from '../ports/content-digest.ts';
import { StrictLimit } from '../strict-limit.ts';

export interface VisitorPorts extends LimitPorts {
  readonly leases: CallLeases;
  readonly contentDigest: ContentDigest;
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
   * Counts an attempt. Rejects with `forbidden` for a page that is not allowed, with `invalid` without a visitor that the
   * limits need, and with `limited`. Returns the key of the visitor whose calls at once are limited, or null.
   */
  admit(principal: Principal, agent: Agent, request: VisitorRequest): Promise<string | null>;
  /** Gives a reserved call a place of its visitor, or releases it and rejects with `limited`. */
  place(visitor: string, agent: Agent, reserved: CallLease): Promise<void>;
}

export function visitorLimits({ leases, contentDigest, ...ports }: VisitorPorts): VisitorLimits {
  const limits = new BoundedMap<string, StrictLimit>(LIMITS_MAX);
  const limitOf = (kind: string, requests: number, windowMs: number): StrictLimit => {
    const known = limits.get(`${kind} ${requests}`);
    if (known) return known;
    const limit = new StrictLimit(ports, kind, { requests, windowMs });
    limits.set(`${kind} ${requests}`, limit);
    return limit;
  };
  const take = async (limit: StrictLimit, key: string, why: string): Promise<void> => {
    const seconds = await limit.take(key);
    if (seconds > 0) throw limited(`${why}: try again later`, { retryAfterMs: seconds * 1_000 });
  };
  const now = (): string => ports.clock.now().toISOString();
  const keyOf = ({ org_id, agent_id }: Agent, visitor: string): Promise<string> =>
    contentDigest([{ kind: 'text', text: JSON.stringify([org_id, agent_id, visitor]), page: null }]);

  async function countVisitor(
    key: string,
    { visitor_calls_at_once: atOnce, visitor_calls_per_hour: perHour }: AgentWeb,
  ) {
    if (atOnce !== undefined && (await leases.countOfClient(key, now())) >= atOnce) throw atOnceReached(atOnce);
    if (perHour !== undefined)
      await take(limitOf('call of a visitor', perHour, HOUR_MS), key, `At most ${perHour} calls an hour`);
  }

  return {
    async admit(principal, agent, request) {
      const { web } = agent.config;
      requireAllowedPage(web ?? {}, request.origin);
      if (!web || isMember(principal)) return null;
      const visitor = visitorOf(principal, web, request);
      const key = visitor === null ? null : await keyOf(agent, visitor);
      if (key !== null) await countVisitor(key, web);
      const perMinute = web.calls_per_minute;
      if (perMinute !== undefined) {
        const limit = limitOf('call of a page', perMinute, MINUTE_MS);
        await take(limit, `${agent.org_id} ${agent.agent_id}`, 'The agent has too many calls now');
      }
      // Calls at once of a client without a ticket are limited by the operator.
      return web.visitor_calls_at_once === undefined || request.client !== null ? null : key;
    },
    async place(visitor, { config: { web } }, { org_id, call_id }) {
      const places = web?.visitor_calls_at_once;
      if (places === undefined) return;
      if (await leases.takeClientPlace({ org_id, call_id }, { client: visitor, places }, now())) return;
      await leases.release(org_id, call_id);
      throw atOnceReached(places);
    },
  };
}

const atOnceReached = (atOnce: number) =>
  limited(`At most ${atOnce} calls of a visitor at once: try again when one has ended`, { retryAfterMs: SOON_MS });

const isMember = (principal: Principal): boolean => principal.scopes === undefined && !isBot(principal);

function visitorOf(principal: Principal, web: AgentWeb, { visitor, client }: VisitorRequest): string | null {
  const isNeeded = web.visitor_calls_at_once !== undefined || web.visitor_calls_per_hour !== undefined;
  if (!isNeeded) return null;
  if (isBot(principal)) return client;
  if (visitor === undefined) throw invalid(VISITOR_REQUIRED);
  return visitor;
}

function requireAllowedPage(web: AgentWeb, given: string | undefined): void {
  if (given === undefined) return;
  const origin = originOf(given);
  if (origin === null) throw invalid('origin must be an origin such as https://shop.example.com, without a path');
  if (allowsOrigin(web, origin) === false)
    throw forbidden(`Pages of ${origin} may not call this agent: add the origin to web.allowed_origins of the agent`);
}
