import { ajvArgumentSchemas } from '../../adapters/argument-schemas/ajv.ts';
import { libphonenumberFormat } from '../../adapters/number-format/libphonenumber.ts';
import { fakeMcpClient, fakeToolCaller } from '../support/fake-tools.ts';
import type { CarrierDialect } from '../../application/ports/carrier-dialect.ts';
import type { Carrier } from '../../application/ports/carrier.ts';
import type { ControlPlane } from '../../application/ports/control-plane.ts';
import type { ObjectStore } from '../../application/ports/objects.ts';
import type { ProviderRegistry, Vendors } from '../../application/ports/providers.ts';
import type { VoiceActivity } from '../../application/ports/voice-activity.ts';
import { ArtifactDelivery } from '../../application/runtime/deliver-artifacts.ts';
import { runtimeUseCases } from '../../application/runtime/index.ts';
import { LiveCalls } from '../../application/runtime/live-calls.ts';
import { SpeechCache } from '../../application/runtime/speech-cache.ts';
import { NormaliserCache } from '../../application/runtime/normaliser-cache.ts';
import { Ticker } from '../../application/runtime/ticker.ts';
import { WebhookRefusals } from '../../application/runtime/webhook-refusals.ts';
import type { MediaSettings } from '../../adapters/media/media-parts.ts';
import { mediaServer as openMediaServer } from '../../adapters/media/media-server.ts';
import { mediaRoutes } from '../../adapters/media/routes.ts';
import type { MediaRoutes, MediaServer } from '../../adapters/media/server.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { hmacTickets } from '../../adapters/tickets/hmac.ts';
import { isLive, webCall, type CallLog } from '../../domain/calls/call-log.ts';
import { patchTransfers } from '../../domain/calls/transfer-record.ts';
import { missing } from '../../domain/errors.ts';
import { MemorySpool } from '../application/runtime/memory-spool.ts';
import { TELEPHONE_AGENT } from '../application/runtime/telephone-world.ts';
import { fakeNoiseSuppression, fakeVoiceActivity } from '../application/runtime/fake-channel.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { tracedCalls } from '../../adapters/opentelemetry/calls.ts';
import { eventually } from '../support/eventually.ts';
import { useLongWaits } from '../support/long-waits.ts';
import { atEndOfTest } from '../support/temporary.ts';

export type ServerKind = 'ws' | 'uws';
export const SERVERS: readonly ServerKind[] = ['ws', 'uws'];

/** A media server on this implementation. */
export const mediaServer = (kind: ServerKind, routes: MediaRoutes, log = rememberingLog().log): Promise<MediaServer> =>
  openMediaServer(kind, routes, log);

/** Understands JSON, signed with a header that says `genuine`; for every carrier there is. */
const dialectOf = (provider: string): CarrierDialect => {
  const body = (request: { readonly body: Uint8Array }): Record<string, never> =>
    JSON.parse(Buffer.from(request.body).toString() || '{}') as Record<string, never>;
  return {
    provider,
    authenticity: ({ headers, url }) =>
      headers['x-signature'] === 'genuine' && url.startsWith('http') ? 'genuine' : 'forged',
    readCall: (request) => body(request)['call'] ?? null,
    readReport: (request) => body(request)['report'] ?? null,
    readPressedKey: () => null,
    readAnsweredBy: (request) => body(request)['answeredBy'] ?? null,
    connect: (url) => ({ contentType: 'text/xml', body: url }),
    reject: (why) => ({ contentType: 'text/xml', body: why }),
    conference: (name) => ({ contentType: 'text/xml', body: name }),
    speak: ({ text }) => ({ contentType: 'text/xml', body: text }),
    promptForKey: ({ text }) => ({ contentType: 'text/xml', body: text }),
  };
};

interface Options {
  readonly kind?: ServerKind;
  readonly webCalls?: 'open' | 'ticket';
  readonly trustedProxies?: MediaSettings['trustedProxies'];
  readonly anonymousLimits?: MediaSettings['anonymousLimits'];
  readonly vendors?: Vendors;
  readonly voiceActivity?: VoiceActivity;
}

/** The real runtime on real sockets, with an API in memory. Every agent is called after the carrier it has. */
export async function carrierRuntime({
  kind = 'ws',
  webCalls = 'open',
  trustedProxies = false,
  anonymousLimits = null,
  vendors = scriptedVendors(),
  voiceActivity = fakeVoiceActivity,
}: Options = {}) {
  const clock = systemClock();
  const { log, lines } = rememberingLog();
  const spool = new MemorySpool(clock);
  const calls = new Map<string, CallLog>();
  const hungUp: string[] = [];
  /** The clients for which web calls were registered. */
  const networks: (string | null)[] = [];
  /** The calls that were read from the API. */
  const reads: string[] = [];
  const register = (agent_id: string, changes: Partial<CallLog> = {}): string => {
    const facts = { call_id: crypto.randomUUID(), org_id: 'o1', agent_id, agent_name: 'Desk', custom_variables: {} };
    const call = { ...webCall({ ...facts, now: clock.now() }), ...changes };
    calls.set(call.call_id, call);
    return call.call_id;
  };
  const bySid = (sid: string): CallLog | undefined =>
    [...calls.values()].find(({ provider_call_sid }) => provider_call_sid === sid);
  const update: ControlPlane['updateCall'] = async (_orgId, callId, patch) => {
    const call = calls.get(callId);
    if (!call) throw missing('Call');
    const ended = { status: call.status, call_response: call.call_response ?? patch.call_response ?? null };
    const { transfer, ...rest } = patch;
    const transfers = transfer && { transfers: patchTransfers(call.transfers ?? [], transfer, clock.now()) };
    const updated = { ...call, ...rest, ...transfers, ...(!isLive(call.status) && ended) };
    calls.set(callId, updated);
    return updated;
  };
  const controlPlane: ControlPlane = {
    agent: async (orgId, agentId) => {
      if (orgId !== 'o1' || agentId === 'nobody') return null;
      const agent = { ...TELEPHONE_AGENT, agent_id: agentId };
      if (agentId === 'browser') return { ...agent, agent_category: 'websocket', telephony: null };
      return { ...agent, telephony: { ...agent.telephony!, provider: agentId } };
    },
    agentDraft: async () => null,
    agentVersion: async () => null,
    toolSecret: async () => null,
    credentials: async () => ({ auth: {}, allowed_hosts: [] }),
    call: async (_orgId, callId) => {
      reads.push(callId);
      return calls.get(callId) ?? null;
    },
    registerWebCall: async (_orgId, agentId, { network }) => {
      networks.push(network);
      return { call_id: register(agentId) };
    },
    registerInboundCall: async (_orgId, { agent_id, ...call }) => {
      const known = bySid(call.provider_call_sid)?.call_id;
      return { call_id: known ?? register(agent_id, { ...call, call_type: 'inbound', telephony_provider: agent_id }) };
    },
    claimCall: async (_orgId, callId) => {
      const call = calls.get(callId);
      if (!call || call.status !== 'initiated') return false;
      calls.set(callId, { ...call, status: 'in_progress', start_time_utc: clock.now().toISOString() });
      return true;
    },
    renewCalls: async () => [],
    countRinging: async () => 0,
    reportLostCall: async () => undefined,
    retrieve: async () => [],
    scheduleCallback: async () => ({ refusal: 'not in this test' }),
    updateCall: update,
    updateCallBySid: async (orgId, sid, patch) => {
      const call = bySid(sid);
      if (!call) throw missing('Call');
      return update(orgId, call.call_id, patch);
    },
    reportCallStatus: async () => undefined,
    putMetrics: async () => undefined,
  };
  const carriers = {
    dialect: (provider: string) => dialectOf(provider),
    abilities: () => null,
    open: () => ({ hangUp: async (sid: string) => void hungUp.push(sid) }) as unknown as Carrier,
  };
  const tickets = hmacTickets('the internal key of the tests', clock);
  const voiceServer = { baseUrl: null as string | null };
  const liveCalls = new LiveCalls('this process');
  const objects = { root: 'file://artifacts/', put: async () => undefined } as unknown as ObjectStore;
  const delivery = new ArtifactDelivery({ spool, objects, controlPlane, clock, log });
  const providers = { find: () => null } as unknown as ProviderRegistry;
  const runtime = runtimeUseCases({
    toolCaller: fakeToolCaller(),
    argumentSchemas: ajvArgumentSchemas(),
    mcpClient: fakeMcpClient(),
    ...{ clock, log, spool, controlPlane, carriers, tickets, voiceServer, liveCalls, delivery, providers, vendors },
    neuralAudio: async () => ({ voiceActivity, noiseSuppression: fakeNoiseSuppression }),
    ...{ random: { pick: (items) => items[0]! }, voiceActivity, ticker: new Ticker(clock) },
    speechCache: new SpeechCache(1_000_000),
    normalisers: new NormaliserCache({ spellerOf: () => null }),
    webhookRefusals: new WebhookRefusals(clock),
    monitor: tracedCalls,
    numberFormat: libphonenumberFormat(),
    resampling: await speexResampling(),
  });
  const routes = mediaRoutes(
    {
      runtime,
      tickets,
      voiceServer,
      clock,
      log,
      metrics: { contentType: 'text/plain', text: async () => '' },
      isReady: () => true,
      readiness: { unwritable: async () => [] },
    },
    {
      consoleUrl: () => 'http://127.0.0.1:8000/console',
      origins: [],
      isKnownHost: () => true,
      trustedProxies,
      webCalls,
      anonymousLimits,
    },
  );
  const server = await mediaServer(kind, routes, log);
  useLongWaits();
  atEndOfTest(() => server.close());
  const port = await server.listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${port}`;
  voiceServer.baseUrl = url;

  /** A webhook of the carrier of this agent. */
  const report = (
    path: string,
    agent: string,
    text: object,
    { callId = '', signature = 'genuine', method = 'POST' } = {},
  ) =>
    fetch(`${url}${path}?agent_id=${agent}&org_id=o1${callId && `&call_id=${callId}`}`, {
      method,
      headers: { 'x-signature': signature, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(text) }),
    });
  /** The carrier's request for the answer document of an inbound call, which contains the media URL. */
  const answered = async (agent: string, sid: string): Promise<string> => {
    const reply = await report('/answer', agent, { call: { sid, from: '+1555', to: '+1666', answeredBy: 'unknown' } });
    return reply.text();
  };
  /** The call once it looks like this. */
  const until = (sid: string, isSo: (call: CallLog) => boolean): Promise<CallLog> =>
    eventually(() => {
      const call = bySid(sid);
      return call && isSo(call) ? call : null;
    }, `the state of call ${sid}`);
  /** The transcript of the call once it matches. */
  const transcribed = async (sid: string, words: RegExp): Promise<string> => {
    let transcript = '';
    const isThere = (): boolean => {
      transcript = spool.all.get(bySid(sid)?.call_id ?? '')?.transcript ?? '';
      return words.test(transcript);
    };
    await eventually(isThere, `${words.source} in the transcript`).catch((error: unknown) => {
      throw new Error(`The transcript of call ${sid} is: ${transcript}`, { cause: error });
    });
    return transcript;
  };
  return {
    url,
    port,
    spool,
    calls,
    lines,
    reads,
    networks,
    hungUp,
    tickets,
    register,
    report,
    answered,
    until,
    transcribed,
    liveCalls,
  };
}

export type CarrierRuntime = Awaited<ReturnType<typeof carrierRuntime>>;
