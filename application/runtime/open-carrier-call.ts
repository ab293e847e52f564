import type { Agent } from '../../domain/agents/agent.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { mergeVariables } from '../../domain/agents/variables.ts';
import { missing, unavailable } from '../../domain/errors.ts';
import type { Carriers } from '../ports/carrier.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { MediaTicket } from '../ports/tickets.ts';
import { agentOfCall } from './agent-of-call.ts';
import { CallTransfers } from './call-transfers.ts';
import { carrierOutcome } from './carrier-outcome.ts';
import { monitorSetup, runCall, type RunCallPorts } from './run-call.ts';
import { claimLiveCall } from './live-call-leases.ts';
import { hangUpAfterMediaCloses } from './hang-up.ts';
import { followMachineReports } from './machine-reports.ts';
import { reportEnd } from './report-end.ts';

interface CarrierCallPorts extends RunCallPorts {
  readonly carriers: Carriers;
  readonly numberFormat: NumberFormat;
  readonly voiceServer: { readonly baseUrl: string | null };
}

/** A media stream that has started. */
export interface CarrierMediaSession {
  /** The carrier's call id, if the stream has it. */
  readonly sid: string | null;
  readonly channel: MediaChannel;
}

/** A media stream that failed to start, and why. */
export interface FailedMediaStart {
  readonly problem: string;
}

export interface CarrierCallRequest {
  /** The ticket that opened the socket. */
  readonly ticket: MediaTicket;
  /** Resolves when the media stream has started or failed to. Never rejects. */
  readonly pendingMedia: Promise<CarrierMediaSession | FailedMediaStart>;
  /** Called once the call is known and claimed, so that its socket is genuine. */
  readonly onAdmitted?: (() => void) | undefined;
}

/**
 * Runs a telephone call from its media socket to its delivered artifacts, and hangs up at the end. Throws:
 * - `missing`: the call is over, claimed elsewhere or unknown.
 * - `limited`: the slot of the call was taken.
 * - `unavailable`: the API is unreachable, or this process drains. A drain admits calls that were registered before it.
 */
export const openCarrierCall =
  (ports: CarrierCallPorts) =>
  async ({ ticket, pendingMedia, onAdmitted }: CarrierCallRequest): Promise<void> => {
    const monitor = ports.monitor.begin('telephony');
    const startedAt = ports.clock.monotonic();
    const { agent, call, media, hangUp, auth } = await monitorSetup(ports.liveCalls, monitor, () =>
      prepareCall(ports, ticket, pendingMedia),
    );
    if (!isMediaSession(media)) {
      monitor.refused(null);
      return failUnstartedCall(ports, call, media, hangUp);
    }
    onAdmitted?.();
    const { channel } = media;
    const { org_id, call_id, custom_variables, pre_call } = call;
    monitor.identify(call);
    const stopFollowing = followMachineReports(ports, call, agent.config.voicemail);
    await runCall(ports, {
      ...{
        org_id,
        call_id,
        agent,
        variables: custom_variables,
        channel,
        monitor,
        startedAt,
        outcomeOf: carrierOutcome,
      },
      rejection: pre_call?.outcome === 'rejected' ? pre_call.say : null,
      isOutbound: call.call_type === 'outbound',
      carrier: ticket.provider,
      hangUp,
      transfers: openTransfers(ports, agent, { ...call, auth }, media),
    }).finally(stopFollowing);
  };

/** Whether the agent has targets, or another one that it hands over to can have some. */
const mayTransfer = ({ transfer, handover }: Agent['config']): boolean =>
  transfer !== undefined || handover !== undefined;

/** The transfers of the call, if its agent and its carrier have any. */
function openTransfers(
  ports: CarrierCallPorts,
  { config, telephony, agent_id }: Agent,
  call: CallLog & { readonly auth: PreparedCall['auth'] },
  media: CarrierMediaSession,
): CallTransfers | null {
  const { org_id, call_id, call_type, from_number, to_number, custom_variables, auth } = call;
  const sid = call.provider_call_sid ?? media.sid;
  const abilities = telephony && ports.carriers.abilities(telephony.provider);
  if (!mayTransfer(config) || !abilities || abilities.transfers === 'none' || sid === null) return null;
  if (ports.voiceServer.baseUrl === null) return null;
  const { provider, application_id: applicationId } = telephony;
  const number = call_type === 'inbound' ? to_number : from_number;
  const variables = mergeVariables(config.custom_variables, custom_variables);
  const leg = { org_id, call_id, agent_id, provider, auth, applicationId, sid, number, variables };
  return new CallTransfers(ports, leg, config.transfer ?? null);
}

interface PreparedCall {
  readonly agent: Agent;
  readonly call: CallLog;
  /** The call is claimed if the stream has started. */
  readonly media: CarrierMediaSession | FailedMediaStart;
  readonly hangUp: () => Promise<void>;
  readonly auth: Readonly<Record<string, unknown>>;
}

const isMediaSession = (media: CarrierMediaSession | FailedMediaStart): media is CarrierMediaSession =>
  'channel' in media;

async function prepareCall(
  ports: CarrierCallPorts,
  { provider, org_id, agent_id, call_id }: MediaTicket,
  pendingMedia: CarrierCallRequest['pendingMedia'],
): Promise<PreparedCall> {
  const { controlPlane, liveCalls } = ports;
  const [published, call, stored, media] = await Promise.all([
    controlPlane.agent(org_id, agent_id),
    controlPlane.call(org_id, call_id),
    controlPlane.credentials(org_id, provider),
    pendingMedia,
  ]);
  if (!published || call?.agent_id !== agent_id || call.telephony_provider !== provider) throw missing('Call');
  if (!liveCalls.admits(call)) throw unavailable('The runtime is shutting down');
  const auth = stored?.auth ?? {};
  const { agent, ran } = await agentOfCall(ports, published, call);
  const hangUp = (sid: string | null) => () => hangUpAfterMediaCloses(ports, { provider, auth, sid });
  if (!isMediaSession(media)) return { agent, call, media, auth, hangUp: hangUp(call.provider_call_sid) };
  if (!(await claimLiveCall(ports, { org_id, call_id }, ran))) throw missing('Call');
  return { agent, call, media, auth, hangUp: hangUp(await sidOf(ports, call, media)) };
}

/** The carrier's call id. The stream reports it first if there was no webhook and the dial returned none. */
async function sidOf(
  { controlPlane }: CarrierCallPorts,
  { org_id, call_id, provider_call_sid: known }: CallLog,
  { sid }: CarrierMediaSession,
): Promise<string | null> {
  if (known === null && sid !== null) await controlPlane.updateCall(org_id, call_id, { provider_call_sid: sid });
  return known ?? sid;
}

/** The media stream did not start. Unless another socket runs the call, it ends as failed with the reason. */
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
