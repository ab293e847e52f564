import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import { joinPlatform, type OpenPlatform } from '../support/platform.ts';
import { eventually } from '../support/eventually.ts';

/** The token that carriers and the simulator sign with. */
export const AUTH_TOKEN = 'a token of the tests';

/** Timeout of every wait, in ms. */
export const TIMEOUT_MS = 120_000;

/** The simulator's record of a call. */
export interface SimulatedCall {
  readonly call_uuid: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  readonly hang_up: { readonly code: number; readonly source: string } | null;
  /** The conference that the call is or was in. */
  readonly conference: string | null;
  readonly heard: { readonly text: string | null; readonly ms: number };
  /** What a mailbox has recorded. Null of people. */
  readonly message: { readonly text: string | null; readonly ms: number; readonly wav: string } | null;
  readonly media: {
    readonly frames_sent: number;
    readonly frames_received: number;
    readonly gaps: number;
    readonly overflow_bytes: number;
    readonly notes: readonly { readonly what: string; readonly name: string }[];
  } | null;
  readonly webhooks: readonly { readonly event: string; readonly status: number | null; readonly url: string }[];
}

type Places = Pick<OpenPlatform, 'apiBaseUrl' | 'runtimeUrl' | 'simulatorUrl'>;

/** A telephony agent of a new organisation with a number at the simulator. */
export async function joinTelephone(places: Places, agent: object = RECEPTIONIST) {
  const simulator = places.simulatorUrl ?? '';
  const user = await joinPlatform(places, { ...agent, name: 'Browser desk', agent_category: 'websocket' });
  const { api } = user;
  const account = `MA${crypto.randomUUID().replaceAll('-', '')}`;
  await api.ask('POST', '/auth', { provider: 'simulator', auth: { auth_id: account, auth_token: AUTH_TOKEN } });
  const telephony = { ...agent, name: 'Telephone desk', agent_category: 'telephony', telephony_provider: 'simulator' };
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', telephony);
  const { numbers } = await api.ask<{ numbers: string[] }>('GET', '/phone-numbers/providers/simulator/inventory');
  const number = numbers[0] ?? '';
  await api.ask('POST', '/phone-numbers/attach', { phone_number: number, provider: 'simulator', agent_id });

  /** Places an outbound call to this number. */
  const dial = (to_number: string): Promise<CallLog> => api.ask('POST', '/calls/outbound', { agent_id, to_number });
  const simulate = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${simulator}/simulate${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!reply.ok) throw new Error(`The simulator answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const simulated = (sid: string, ...phrases: readonly string[]): Promise<SimulatedCall> => {
    const query = new URLSearchParams(phrases.map((phrase): [string, string] => ['phrase', phrase]));
    return simulate('GET', `/calls/${sid}?${query.toString()}`);
  };
  /** The carrier's calls, newest first, without their audio. */
  const known = async (): Promise<Pick<SimulatedCall, 'call_uuid' | 'status' | 'to'>[]> =>
    (await simulate<{ calls: SimulatedCall[] }>('GET', '/calls')).calls;
  /** The logs of all calls of the organisation, the newest first. */
  const logs = async (): Promise<CallLog[]> =>
    (await api.ask<{ calls: CallLog[] }>('GET', `/calls/org/${user.orgId}`)).calls;
  return {
    ...user,
    logs,
    agentId: agent_id,
    browserAgentId: user.agentId,
    account,
    number,
    simulate,
    simulated,
    known,
    dial,
    /** The refusal of an outbound call to this number, or `dialled`. */
    refusal: (to: string): Promise<string> =>
      dial(to).then(
        () => 'dialled',
        ({ message }: Error) => message,
      ),
    /** Calls the agent's number and returns the carrier's id of the call. */
    async ring(wishes: object = {}): Promise<string> {
      const call = { to: number, from: '+14155550100', auth_id: account, ...wishes };
      return (await simulate<{ call_uuid: string }>('POST', '/inbound', call)).call_uuid;
    },
    /** The log of the call with this carrier id, once it matches. */
    bySid: (sid: string, isSo: (call: CallLog) => boolean = isOver): Promise<CallLog> =>
      eventually(
        async () => (await logs()).find((call) => call.provider_call_sid === sid && isSo(call)),
        `the log of call ${sid}`,
        TIMEOUT_MS,
      ),
    /** The log of this call once it has ended. */
    over: (callId: string): Promise<CallLog> => user.call(callId, isOver, TIMEOUT_MS),
    /** Waits until the carrier has delivered `count` webhooks of the call, not counting the answer document. */
    told: (sid: string, count: number): Promise<unknown> =>
      eventually(
        async () => {
          const { webhooks } = await simulated(sid);
          return webhooks.filter(({ event }) => event !== 'StartApp').length >= count;
        },
        `${count} webhooks of call ${sid}`,
        TIMEOUT_MS,
      ),
    /** The simulator's record once the call has ended, with the transcript by these phrases. */
    async hungUp(sid: string, ...phrases: readonly string[]): Promise<SimulatedCall> {
      const isEnded = ({ call_uuid, status }: Pick<SimulatedCall, 'call_uuid' | 'status'>): boolean =>
        call_uuid === sid && status === 'ended';
      await eventually(async () => (await known()).some(isEnded), `the end of call ${sid}`, TIMEOUT_MS);
      return simulated(sid, ...phrases);
    },
  };
}

export type Telephone = Awaited<ReturnType<typeof joinTelephone>>;

/** Whether the call has ended and its artifacts are delivered. */
const isOver = ({ status, start_time_utc, recording_url }: CallLog): boolean =>
  !isLive(status) && (start_time_utc === null || recording_url !== null);
