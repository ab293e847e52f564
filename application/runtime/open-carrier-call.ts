import type { Agent } from '../../domain/agents/agent.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { missing, unavailable } from '../../domain/errors.ts';
import type { Carriers } from '../ports/carriers.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { MediaTicket } from '../ports/tickets.ts';
import { carryCall, type CarryPorts } from './carry-call.ts';
import { claimCall } from './claim-call.ts';
import type { HeldConversation } from './conversation-parts.ts';
import { hangUpLater } from './hang-up.ts';
import { reportEnd } from './report-end.ts';
import { setUp } from './set-up.ts';

interface CarrierCallPorts extends CarryPorts {
  readonly carriers: Carriers;
}

/** A carrier's stream that has begun. */
export interface CarrierLine {
  /** How the carrier calls the call, where its stream tells. */
  readonly sid: string | null;
  readonly channel: MediaChannel;
}

export interface CarrierCallRequest {
  /** What the socket was let in for. */
  readonly ticket: MediaTicket;
  /** The line, once the carrier has begun its stream; null when it never does. */
  readonly line: Promise<CarrierLine | null>;
}

/**
 * Carries a telephone call from its carrier's media socket to its delivered artifacts, and hangs up at the end. Refuses
 * with `missing` a call that is over, carried elsewhere or not there, with `limited` one whose place was taken meanwhile,
 * and with `unavailable` while the API is away or this process drains, but for a call that was registered before.
 */
export const openCarrierCall =
  (ports: CarrierCallPorts) =>
  async ({ ticket, line }: CarrierCallRequest): Promise<void> => {
    const monitor = ports.monitor.begin('telephony');
    const startedAt = ports.clock.monotonic();
    const { agent, call, channel, dead } = await setUp(monitor, () => readied(ports, ticket, line));
    if (!channel) {
      monitor.refused(null);
      return neverBegan(ports, call, dead);
    }
    const { org_id, call_id, custom_variables } = call;
    monitor.named(call);
    await carryCall(ports, {
      ...{ org_id, call_id, agent, variables: custom_variables, channel, monitor, startedAt, outcomeOf },
      hangUp: dead,
    });
  };

interface Readied {
  readonly agent: Agent;
  readonly call: CallLog;
  /** Null when the carrier never began its stream; otherwise the call is claimed. */
  readonly channel: MediaChannel | null;
  readonly dead: () => Promise<void>;
}

async function readied(
  ports: CarrierCallPorts,
  { provider, org_id, agent_id, call_id }: MediaTicket,
  line: CarrierCallRequest['line'],
): Promise<Readied> {
  const { controlPlane, liveCalls } = ports;
  const [agent, call, auth, opened] = await Promise.all([
    controlPlane.agent(org_id, agent_id),
    controlPlane.call(org_id, call_id),
    controlPlane.credentials(org_id, provider),
    line,
  ]);
  if (!agent || call?.agent_id !== agent_id || call.telephony_provider !== provider) throw missing('Call');
  if (!liveCalls.admits(call)) throw unavailable('The runtime is shutting down');
  const dead = (sid: string | null) => () => hangUpLater(ports, { provider, auth: auth ?? {}, sid });
  if (!opened) return { agent, call, channel: null, dead: dead(call.provider_call_sid) };
  if (!(await claimCall(ports, { org_id, call_id }))) throw missing('Call');
  return { agent, call, channel: opened.channel, dead: dead(await sidOf(ports, call, opened)) };
}

/** How the carrier calls the call. The stream tells it first where no webhook came before, and the dial told nothing. */
async function sidOf(
  { controlPlane }: CarrierCallPorts,
  { org_id, call_id, provider_call_sid: known }: CallLog,
  { sid }: CarrierLine,
): Promise<string | null> {
  if (known === null && sid !== null) await controlPlane.updateCall(org_id, call_id, { provider_call_sid: sid });
  return known ?? sid;
}

/** Nothing was heard of the call's stream. Unless another socket carries the call, it has failed. */
async function neverBegan(
  ports: CarrierCallPorts,
  { org_id, call_id }: CallLog,
  dead: () => Promise<void>,
): Promise<void> {
  const { controlPlane, clock } = ports;
  const call = await controlPlane.call(org_id, call_id);
  if (!call || !isLive(call.status) || call.status === 'in_progress') return;
  const endedAt = clock.now().toISOString();
  const failed = { status: 'failed', call_response: 'failed', end_time_utc: endedAt } as const;
  await reportEnd(ports, await controlPlane.updateCall(org_id, call_id, failed));
  await dead();
}

/** Once its audio flowed, somebody has answered, and a conversation that broke down has failed all the same. */
const outcomeOf = (held: HeldConversation | null) =>
  held === null
    ? ({ status: 'failed', call_response: 'failed' } as const)
    : ({
        status: held.reason === 'failed' ? 'failed' : 'completed',
        call_response: held.reason === 'voicemail' ? 'voicemail' : 'answered',
      } as const);
