import type { Clock } from '../../application/ports/clock.ts';
import type { ControlPlane, StoredCredentials } from '../../application/ports/control-plane.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { AgentDraft } from '../../domain/agents/agent-draft.ts';
import type { AgentVersion } from '../../domain/agents/agent-version.ts';
import type { NewToolSecret } from '../../domain/credentials/tool-secret.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';
import { DomainError, limited, missing, rejected, unavailable } from '../../domain/errors.ts';
import { requestJson, type JsonReply, type JsonRequest } from '../lib/http-json.ts';
import { keyedDigest } from '../lib/keyed-digest.ts';
import { hasDotSegment } from '../../domain/path-segments.ts';
import { botTokens, type BotTokens } from './bot-tokens.ts';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';

type OrganisationRequest = (
  orgId: string,
  method: JsonRequest['method'],
  path: string,
  body?: unknown,
) => Promise<JsonReply>;

/** Domain separation: the same secret derives other keys elsewhere. */
const CLIENT_PURPOSE = 'voice-agent-platform client network 1';

/** The API over HTTP, with one bot token per organisation, renewed after a 401. */
export function httpControlPlane(settings: { apiBaseUrl: string; internalApiKey: string }, clock: Clock): ControlPlane {
  const base = withoutClosingSlashes(settings.apiBaseUrl);
  const request = organisationRequest(base, botTokens({ ...settings, apiBaseUrl: base }, clock));
  const post = (path: string, body: unknown, signal?: AbortSignal): Promise<JsonReply> =>
    requestJson({
      method: 'POST',
      url: base + path,
      headers: { 'x-api-key': settings.internalApiKey },
      body,
      timeoutMs: TIMEOUTS_MS.control_plane,
      signal,
    });
  return {
    ...reading(request),
    ...writing(request, keyedDigest(settings.internalApiKey, CLIENT_PURPOSE)),
    async renewCalls(owner, calls) {
      return content<{ lost: string[] }>(await post('/calls/internal/leases', { owner, calls }), 'Leases').lost;
    },
    async countRinging(registeredUntil) {
      const url = `${base}/calls/internal/ringing?registered_until=${encodeURIComponent(registeredUntil)}`;
      const headers = { 'x-api-key': settings.internalApiKey };
      const reply = await requestJson({ method: 'GET', url, headers, timeoutMs: TIMEOUTS_MS.control_plane });
      return content<{ calls: number }>(reply, 'Calls').calls;
    },
    async reportLostCall(org_id, call_id, heard_at) {
      content(await post('/calls/internal/losses', { org_id, call_id, heard_at }), 'Call');
    },
    async reportCallStatus(org_id, call_id) {
      content(await post('/campaign/internal/call-status', { org_id, call_id }), 'Call');
    },
    async retrieve(org_id, query, signal) {
      const reply = await post('/rag/retrieve', { ...query, org_id }, signal);
      // An API of an earlier version does not say whether they are close.
      const { chunks, close = true } = content<{ chunks: Excerpt[]; close?: boolean }>(reply, 'Retrieval');
      return close ? chunks : [];
    },
  };
}

/** Sends requests as an organisation's bot. */
const organisationRequest =
  (base: string, tokens: BotTokens): OrganisationRequest =>
  async (orgId, method, path, body) => {
    // An id of dots would lead to another resource.
    if (hasDotSegment(path)) throw missing('Resource');
    const send = async (token: string): Promise<JsonReply> =>
      requestJson({
        method,
        url: base + path,
        headers: { authorization: `Bearer ${token}` },
        timeoutMs: TIMEOUTS_MS.control_plane,
        ...(body === undefined ? {} : { body }),
      });
    const token = await tokens.of(orgId);
    const reply = await send(token);
    // spec: authentication rule 7 - renewed after any 401, and sent once more.
    return reply.status === 401 ? send(await tokens.renew(orgId, token)) : reply;
  };

function reading(
  request: OrganisationRequest,
): Pick<ControlPlane, 'agent' | 'agentDraft' | 'agentVersion' | 'call' | 'credentials' | 'toolSecret'> {
  /** The body of a successful response. Null when the resource or its organisation does not exist. */
  async function read<T>(orgId: string, path: string): Promise<T | null> {
    try {
      return content<T>(await request(orgId, 'GET', path), path);
    } catch (error) {
      if (error instanceof DomainError && error.problem === 'missing') return null;
      throw error;
    }
  }

  return {
    agent: (orgId, agentId) => read<Agent>(orgId, `/agents/${encodeURIComponent(agentId)}`),
    agentDraft: (orgId, agentId) => read<AgentDraft>(orgId, `/agents/${encodeURIComponent(agentId)}/draft`),
    agentVersion: (orgId, agentId, version) =>
      read<AgentVersion>(orgId, `/agents/${encodeURIComponent(agentId)}/versions/${version}`),
    call: (orgId, callId) => read<CallLog>(orgId, `/calls/${encodeURIComponent(callId)}`),
    toolSecret: (orgId, name) => read<NewToolSecret>(orgId, `/tool-secrets/${encodeURIComponent(name)}`),
    async credentials(orgId, provider) {
      const stored = await read<StoredCredentials>(orgId, `/auth/${encodeURIComponent(provider)}`);
      return stored && { auth: stored.auth, allowed_hosts: stored.allowed_hosts ?? [] };
    },
  };
}

const writing = (
  request: OrganisationRequest,
  /** The API needs to know networks apart, and nothing else of them. */
  clientOf: (network: string) => string,
): Omit<
  ControlPlane,
  | 'agent'
  | 'agentDraft'
  | 'agentVersion'
  | 'call'
  | 'credentials'
  | 'toolSecret'
  | 'renewCalls'
  | 'countRinging'
  | 'reportLostCall'
  | 'reportCallStatus'
  | 'retrieve'
> => ({
  async registerWebCall(orgId, agentId, { isAnonymous, network }) {
    const client = network === null ? {} : { client: clientOf(network) };
    const call = { agent_id: agentId, anonymous: isAnonymous, ...client };
    return content(await request(orgId, 'POST', '/calls/web', call), 'web call');
  },
  async registerInboundCall(orgId, call) {
    return content(await request(orgId, 'POST', '/calls/inbound', call), 'Agent');
  },
  async claimCall(orgId, callId, owner, ran) {
    const reply = await request(orgId, 'PUT', `/calls/${encodeURIComponent(callId)}/lease`, { owner, ...ran });
    if (reply.status === 409) return false;
    content(reply, 'Call');
    return true;
  },
  async updateCall(orgId, callId, patch) {
    return content(await request(orgId, 'PATCH', `/calls/${encodeURIComponent(callId)}`, patch), 'call');
  },
  async scheduleCallback(orgId, callId, wanted) {
    const reply = await request(orgId, 'POST', `/calls/${encodeURIComponent(callId)}/callback`, wanted);
    if ([400, 409, 422].includes(reply.status)) return { refusal: detailOf(reply.body) };
    return { time_in_words: content<{ time_in_words: string }>(reply, 'Call').time_in_words };
  },
  async updateCallBySid(orgId, sid, patch) {
    return content(await request(orgId, 'PATCH', `/calls/by-provider-sid/${encodeURIComponent(sid)}`, patch), 'Call');
  },
  async putMetrics(orgId, callId, metrics) {
    content(await request(orgId, 'PUT', `/calls/${encodeURIComponent(callId)}/metrics`, metrics), 'metrics');
  },
});

function content<T>({ status, body }: JsonReply, what: string): T {
  if (status >= 200 && status < 300) return body as T;
  if (status === 404) throw missing(what);
  if (status === 429) throw limited(detailOf(body));
  if (status >= 500) throw unavailable(`The API answered ${status}: ${detailOf(body)}`);
  throw rejected(`The API answered ${status}: ${detailOf(body)}`);
}

function detailOf(body: unknown): string {
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  return typeof detail === 'string' ? detail : JSON.stringify(detail ?? 'no detail');
}
