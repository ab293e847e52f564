import type { Agent } from '../../domain/agents/agent.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { missing, unavailable } from '../../domain/errors.ts';
import type { Carriers } from '../ports/carrier.ts';
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

/** A stream that never began, and why. */
export interface NoLine {
  readonly problem: string;
}

export interface CarrierCallRequest {
  /** What the socket was let in for. */
  readonly ticket: MediaTicket;
  /** The line, once the carrier has begun its stream. Never rejects. */
  readonly line: Promise<CarrierLine | NoLine>;
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
    const { agent, call, opened, dead } = await setUp(monitor, () => readied(ports, ticket, line));
    if (!isLine(opened)) {
      monitor.refused(null);
      return neverBegan(ports, call, opened, dead);
    }
    const { channel } = opened;
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
  /** The call is claimed when there is a line. */
  readonly opened: CarrierLine | NoLine;
  readonly dead: () => Promise<void>;
}

const isLine = (opened: CarrierLine | NoLine): opened is CarrierLine => 'channel' in opened;

async function readied(
  ports: CarrierCallPorts,
  { provider, org_id, agent_id, call_id }: MediaTicket,
  line: CarrierCallRequest['line'],
): Promise<Readied> {
  const { controlPlane, liveCalls } = ports;
  const [agent, call, stored, opened] = await Promise.all([
    controlPlane.agent(org_id, agent_id),
    controlPlane.call(org_id, call_id),
    controlPlane.credentials(org_id, provider),
    line,
  ]);
  if (!agent || call?.agent_id !== agent_id || call.telephony_provider !== provider) throw missing('Call');
  if (!liveCalls.admits(call)) throw unavailable('The runtime is shutting down');
  const dead = (sid: string | null) => () => hangUpLater(ports, { provider, auth: stored?.auth ?? {}, sid });
  if (!isLine(opened)) return { agent, call, opened, dead: dead(call.provider_call_sid) };
  if (!(await claimCall(ports, { org_id, call_id }))) throw missing('Call');
  return { agent, call, opened, dead: dead(await sidOf(ports, call, opened)) };
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

/** Nothing was heard of the call's stream. Unless another socket carries the call, it has failed, and its log says why. */
async function neverBegan(
  ports: CarrierCallPorts,
  { org_id, call_id }: CallLog,
  { problem: error_message }: NoLine,
  dead: () => Promise<void>,
): Promise<void> {
  const { controlPlane, clock } = ports;
  const call = await controlPlane.call(org_id, call_id);
  if (!call || !isLive(call.status) || call.status === 'in_progress') return;
  const endedAt = clock.now().toISOString();
  const failed = { status: 'failed', call_response: 'failed', end_time_utc: endedAt, error_message } as const;
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
