import { systemClock } from '../../adapters/system/clock.ts';
import type { CarrierDialect } from '../../application/ports/carrier-dialect.ts';
import type { Carrier, Carriers } from '../../application/ports/carrier.ts';
import type { ControlPlane } from '../../application/ports/control-plane.ts';
import type { ObjectStore } from '../../application/ports/objects.ts';
import type { Vendors } from '../../application/ports/providers.ts';
import type { VoiceActivity } from '../../application/ports/voice-activity.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { fakeVoiceActivity } from '../application/runtime/fake-channel.ts';
import { memoryControlPlane } from '../application/runtime/memory-control-plane.ts';
import { MemorySpool } from '../application/runtime/memory-spool.ts';
import { TELEPHONE_AGENT } from '../application/runtime/telephone-world.ts';
import { eventually } from '../support/eventually.ts';
import { openPlatform } from '../support/platform.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';

type ServerKind = 'ws' | 'uws';
export const SERVERS: readonly ServerKind[] = ['ws', 'uws'];

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

/** An agent of the carrier that it is called after, or of browsers. */
function agentOf(agentId: string): Agent | undefined {
  if (agentId === 'nobody') return undefined;
  const agent: Agent = { ...TELEPHONE_AGENT, agent_id: agentId };
  if (agentId === 'browser') return { ...agent, agent_category: 'websocket', telephony: null };
  return { ...agent, telephony: { ...TELEPHONE_AGENT.telephony!, provider: agentId } };
}

interface Options {
  readonly kind?: ServerKind;
  readonly env?: Readonly<Record<string, string>>;
  readonly vendors?: Vendors;
  readonly voiceActivity?: VoiceActivity;
}

/** The runtime of the platform on real sockets, with an API in memory. Every agent is called after the carrier it has. */
export async function carrierRuntime({
  kind = 'ws',
  env = {},
  vendors = scriptedVendors(),
  voiceActivity = fakeVoiceActivity,
}: Options = {}) {
  const clock = systemClock();
  const { log, lines } = rememberingLog();
  const spool = new MemorySpool(clock);
  const hungUp: string[] = [];
  /** The clients for which web calls were registered. */
  const networks: (string | null)[] = [];
  /** The calls that were read from the API. */
  const reads: string[] = [];
  const { calls, register, bySid, controlPlane: api } = memoryControlPlane(clock, { get: agentOf });
  const controlPlane: ControlPlane = {
    ...api,
    call: (orgId, callId) => (reads.push(callId), api.call(orgId, callId)),
    registerWebCall: (orgId, agentId, about) => (
      networks.push(about.network),
      api.registerWebCall(orgId, agentId, about)
    ),
  };
  const carriers: Carriers = {
    dialect: dialectOf,
    abilities: () => null,
    open: () => ({ hangUp: async (sid: string) => void hungUp.push(sid) }) as unknown as Carrier,
  };
  const objects = { root: 'file://artifacts/', put: async () => undefined } as unknown as ObjectStore;
  const { container, runtimeUrl: url } = await openPlatform({
    services: ['runtime'],
    env: { MEDIA_SERVER: kind, ...env },
    parts: { clock, log, spool, controlPlane, carriers, objects, vendors, voiceActivity },
  });
  (await resolve(container, 'voiceServer')).listensAt(url);
  const [liveCalls, tickets] = [await resolve(container, 'liveCalls'), await resolve(container, 'tickets')];

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
    port: Number(new URL(url).port),
    spool,
    calls,
    lines,
    reads,
    networks,
    hungUp,
    tickets,
    register: (agent_id: string, changes: Partial<CallLog> = {}) => register({ agent_id, ...changes }),
    report,
    answered,
    until,
    transcribed,
    liveCalls,
  };
}

export type CarrierRuntime = Awaited<ReturnType<typeof carrierRuntime>>;
