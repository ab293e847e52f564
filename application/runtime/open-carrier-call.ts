import type { Agent } from '../../domain/agents/agent.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { missing, unavailable } from '../../domain/errors.ts';
import type { Carriers } from '../ports/carrier.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { MediaTicket } from '../ports/tickets.ts';
import { runCall, type RunCallPorts } from './run-call.ts';
import { claimLiveCall } from './live-call-leases.ts';
import type { ConversationResult } from './conversation-parts.ts';
import { hangUpAfterMediaCloses } from './hang-up.ts';
import { reportEnd } from './report-end.ts';
import { monitorSetup } from './set-up.ts';

interface CarrierCallPorts extends RunCallPorts {
  readonly carriers: Carriers;
}

/** A carrier's stream that has begun. */
export interface CarrierMediaSession {
  /** How the carrier calls the call, where its stream tells. */
  readonly sid: string | null;
  readonly channel: MediaChannel;
}

/** A stream that never began, and why. */
export interface FailedMediaStart {
  readonly problem: string;
}

export interface CarrierCallRequest {
  /** What the socket was let in for. */
  readonly ticket: MediaTicket;
  /** The line, once the carrier has begun its stream. Never rejects. */
  readonly pendingMedia: Promise<CarrierMediaSession | FailedMediaStart>;
}

/**
 * Carries a telephone call from its carrier's media socket to its delivered artifacts, and hangs up at the end. Refuses
 * with `missing` a call that is over, carried elsewhere or not there, with `limited` one whose place was taken meanwhile,
 * and with `unavailable` while the API is away or this process drains, but for a call that was registered before.
 */
export const openCarrierCall =
  (ports: CarrierCallPorts) =>
  async ({ ticket, pendingMedia }: CarrierCallRequest): Promise<void> => {
    const monitor = ports.monitor.begin('telephony');
    const startedAt = ports.clock.monotonic();
    const { agent, call, media, hangUp } = await monitorSetup(monitor, () => prepareCall(ports, ticket, pendingMedia));
    if (!isMediaSession(media)) {
      monitor.refused(null);
      return failUnstartedCall(ports, call, media, hangUp);
    }
    const { channel } = media;
    const { org_id, call_id, custom_variables } = call;
    monitor.named(call);
    await runCall(ports, {
      ...{ org_id, call_id, agent, variables: custom_variables, channel, monitor, startedAt, outcomeOf },
      hangUp,
    });
  };

interface PreparedCall {
  readonly agent: Agent;
  readonly call: CallLog;
  /** The call is claimed when there is a line. */
  readonly media: CarrierMediaSession | FailedMediaStart;
  readonly hangUp: () => Promise<void>;
}

const isMediaSession = (media: CarrierMediaSession | FailedMediaStart): media is CarrierMediaSession =>
  'channel' in media;

async function prepareCall(
  ports: CarrierCallPorts,
  { provider, org_id, agent_id, call_id }: MediaTicket,
  pendingMedia: CarrierCallRequest['pendingMedia'],
): Promise<PreparedCall> {
  const { controlPlane, liveCalls } = ports;
  const [agent, call, stored, media] = await Promise.all([
    controlPlane.agent(org_id, agent_id),
    controlPlane.call(org_id, call_id),
    controlPlane.credentials(org_id, provider),
    pendingMedia,
  ]);
  if (!agent || call?.agent_id !== agent_id || call.telephony_provider !== provider) throw missing('Call');
  if (!liveCalls.admits(call)) throw unavailable('The runtime is shutting down');
  const hangUp = (sid: string | null) => () =>
    hangUpAfterMediaCloses(ports, { provider, auth: stored?.auth ?? {}, sid });
  if (!isMediaSession(media)) return { agent, call, media, hangUp: hangUp(call.provider_call_sid) };
  if (!(await claimLiveCall(ports, { org_id, call_id }))) throw missing('Call');
  return { agent, call, media, hangUp: hangUp(await sidOf(ports, call, media)) };
}

/** How the carrier calls the call. The stream tells it first where no webhook came before, and the dial told nothing. */
async function sidOf(
  { controlPlane }: CarrierCallPorts,
  { org_id, call_id, provider_call_sid: known }: CallLog,
  { sid }: CarrierMediaSession,
): Promise<string | null> {
  if (known === null && sid !== null) await controlPlane.updateCall(org_id, call_id, { provider_call_sid: sid });
  return known ?? sid;
}

/** Nothing was heard of the call's stream. Unless another socket carries the call, it has failed, and its log says why. */
async function failUnstartedCall(
  ports: CarrierCallPorts,
  { org_id, call_id }: CallLog,
  { problem: error_message }: FailedMediaStart,
  hangUp: () => Promise<void>,
): Promise<void> {
  const { controlPlane, clock } = ports;
  const call = await controlPlane.call(org_id, call_id);
  if (!call || !isLive(call.status) || call.status === 'in_progress') return;
  const endedAt = clock.now().toISOString();
  const failed = { status: 'failed', call_response: 'failed', end_time_utc: endedAt, error_message } as const;
  await reportEnd(ports, await controlPlane.updateCall(org_id, call_id, failed));
  await hangUp();
}

/** Once its audio flowed, somebody has answered, and a conversation that broke down has failed all the same. */
const outcomeOf = (result: ConversationResult | null) =>
  result === null
    ? ({ status: 'failed', call_response: 'failed' } as const)
    : ({
        status: result.reason === 'failed' ? 'failed' : 'completed',
        call_response: result.reason === 'voicemail' ? 'voicemail' : 'answered',
      } as const);
