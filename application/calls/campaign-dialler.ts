import { assignment } from '../../domain/agents/agent-canary.ts';
import { graceUntil, reservedUntil } from '../../domain/calls/call-lease.ts';
import { isLive, outboundCall, type CallLog, type CallPatch } from '../../domain/calls/call-log.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import { dialLimits } from '../../domain/calls/dial-limits.ts';
import { DomainError, invalid, misconfigured, rejected } from '../../domain/errors.ts';
import { QuotaExceeded } from '../../domain/accounts/quotas.ts';
import { BudgetSpent } from '../../domain/costs/budget.ts';
import { spacingMs } from '../../domain/telephony/dial-rate.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallerIdPool } from '../../domain/campaigns/caller-id-pool.ts';
import type { OwnNumbers } from '../../domain/campaigns/caller-id-choice.ts';
import type { Carrier, OrganisationCarriers } from '../ports/carrier.ts';
import type { Dialler, DialRoute, PlannedCall, ReservedCall } from '../ports/dialler.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import { batched } from '../batching.ts';
import { assignedAgent, type AssignedAgentPorts } from './assigned-agent.ts';
import { changeCall } from './change-call.ts';
import { dialRequest, recordRefusal, recordSid, recordUnconfirmedDial, type DialPorts } from './dial-call.ts';
import { concurrencyLimitOf } from './reserve-slot.ts';
import type { DialPacing } from './dial-pacing.ts';
import { telephonyAgent, type TelephonyAgent } from './telephony-agent.ts';

interface Ports extends DialPorts, AssignedAgentPorts {
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
  readonly organisationCarriers: OrganisationCarriers;
  readonly dialPacing: DialPacing;
  /** Records the carrier's id of a call, together with those of other calls. */
  readonly recordDialled: (dialled: AcceptedDial) => Promise<void>;
}

/** A call that the carrier accepted. */
interface AcceptedDial {
  readonly call: CallLog;
  readonly sid: string;
  isRecorded: boolean;
}

/** Records an id that may be recorded. */
async function recordSidAlone(ports: Pick<Ports, 'calls' | 'clock'>, call: CallLog, sid: string): Promise<void> {
  const seen = await ports.calls.find(call.org_id, call.call_id);
  if (!seen || seen.provider_call_sid === null) await recordSid(ports, seen ?? call, sid);
}

/** Records ids in one write. Where a call has changed, each is then recorded on its own. */
async function recordSids(
  { calls, clock }: Pick<Ports, 'calls' | 'clock'>,
  dialled: readonly AcceptedDial[],
): Promise<void> {
  const at = clock.now().toISOString();
  const all = dialled.map(({ call, sid }) => ({ seen: call, sid, at }));
  if ((await calls.recordSids(all)) === all.length) for (const each of dialled) each.isRecorded = true;
}

/** Places campaign calls as outbound calls, step by step, so that each step can be recorded. */
export function campaignDialler(given: Omit<Ports, 'recordDialled'>): Dialler {
  const ports: Ports = { ...given, recordDialled: batched((dialled) => recordSids(given, dialled)) };
  return diallerOf(ports);
}

const diallerOf = (ports: Ports): Dialler => ({
  async openRoute(orgId, agentId, fromNumber, callerIdPool) {
    const agent = await telephonyAgent(ports.agents, orgId, agentId);
    if (ports.voiceServer.baseUrl === null) throw misconfigured('VOICE_SERVER_BASE_URL is not set');
    const own = callerIdPool
      ? await poolNumbers(ports, agent, callerIdPool)
      : { from: await callerId(ports, agent, fromNumber), pool: new Map() };
    const carrier = await ports.organisationCarriers.of(orgId, agent.telephony.provider);
    return dialRoute(ports, agent, own, carrier);
  },
  async ensureLease(org_id, call_id) {
    const now = ports.clock.now();
    await ports.leases.reserve({ org_id, call_id, owner: null, until: graceUntil(now) }, Infinity, now.toISOString());
  },
  async cancel(orgId, callId, reason) {
    const now = ports.clock.now();
    const ending: CallPatch = { status: 'canceled', call_response: 'canceled', end_time_utc: now.toISOString() };
    await changeCall(ports.calls, orgId, callId, (seen) =>
      isLive(seen.status) ? { ...patchCall(seen, ending, now), error_message: reason } : {},
    );
  },
});

/** The caller IDs of a route: one, or those of a pool. */
interface RouteNumbers {
  /** Of calls that none of the pool was chosen for. */
  readonly from: string;
  readonly pool: OwnNumbers;
}

/** The numbers of a pool that the organisation still owns. */
async function poolNumbers(
  { phoneNumbers }: Ports,
  { org_id, telephony }: TelephonyAgent,
  { numbers }: CallerIdPool,
): Promise<RouteNumbers> {
  const found = await phoneNumbers.findMany(numbers);
  const own = found.filter((number) => number.org_id === org_id && number.provider === telephony.provider);
  const [first] = own;
  if (!first)
    throw invalid(
      `No number of the caller ID pool is one of the organisation's numbers at ${telephony.provider} any more`,
    );
  return {
    from: first.phone_number,
    pool: new Map(own.map(({ phone_number, resting }) => [phone_number, resting ?? null])),
  };
}

/** The caller ID, if the organisation still owns it. */
async function callerId(
  { phoneNumbers }: Ports,
  { org_id, telephony, linked_phone_number }: TelephonyAgent,
  wanted: string | null,
): Promise<string> {
  const number = wanted ?? linked_phone_number;
  if (number === null) throw invalid('The agent has no phone number');
  const owned = await phoneNumbers.find(number);
  if (owned?.org_id !== org_id || owned.provider !== telephony.provider)
    throw invalid(`${number} is not one of the organisation's numbers at ${telephony.provider} any more`);
  return number;
}

/** Latest start of a scheduled dial, in ms, well within the lifetime of a dial permit. */
const SCHEDULE_WITHIN_MS = 500;

/** Pacing of the dials over one route: see `DialRoute`. */
const paceOf = (
  { dialPacing }: Ports,
  carrier: Carrier,
): Pick<DialRoute, 'spacingMs' | 'dialsAtOnce' | 'untilDial' | 'dialDecided' | 'scheduleDial'> => ({
  spacingMs: carrier.pacing === null ? 0 : spacingMs(carrier.pacing.rate),
  dialsAtOnce: carrier.pacing === null ? Infinity : 1,
  untilDial: () => dialPacing.untilDial(carrier),
  dialDecided: () => dialPacing.dialDecided(carrier),
  async scheduleDial() {
    const { isScheduled, waitMs } = await dialPacing.scheduleDial(carrier, SCHEDULE_WITHIN_MS);
    return isScheduled ? waitMs : null;
  },
});

function dialRoute(ports: Ports, agent: TelephonyAgent, { from, pool }: RouteNumbers, carrier: Carrier): DialRoute {
  const { calls, leases, clock } = ports;
  const { org_id, telephony } = agent;
  const logOf = (planned: PlannedCall): CallLog => plannedLog(agent, from, planned, clock.now());
  // As they were stored: a change that is decided on another one is refused, and costs a read and a second write.
  const registered = new Map<string, CallLog>();
  return {
    provider: telephony.provider,
    ownNumbers: pool,
    ...paceOf(ports, carrier),
    reserve: (wanted, spare) => reserveSlots(ports, agent, wanted, spare),
    release: (callId) => leases.release(org_id, callId),
    async register(planned) {
      const logs = planned.map(logOf);
      await calls.addAll(logs);
      for (const log of logs) registered.set(log.call_id, log);
      await Promise.all(planned.filter(mayBeRenumbered).map((each) => renumber(ports, logOf(each))));
    },
    async dial(planned) {
      const call = registered.get(planned.call_id) ?? logOf(planned);
      registered.delete(planned.call_id);
      await dialCampaignCall(ports, agent, carrier, call);
    },
    recordDelay: (call_id, failure) => recordUnconfirmedDial(ports, { org_id, call_id }, failure),
    endRefused: (call_id, failure) => recordRefusal(ports, { org_id, call_id }, failure),
  };
}

/** Reserves slots for calls, as many as quotas and the concurrency limit allow, and renews those of retried calls. */
async function reserveSlots(
  ports: Ports,
  { org_id, config }: TelephonyAgent,
  ...[wanted, spare]: Parameters<DialRoute['reserve']>
): Promise<Set<string>> {
  const { leases, clock } = ports;
  const limit = await concurrencyLimitOf(ports, org_id);
  const now = clock.now();
  const until = reservedUntil('outbound', now, dialLimits(config.limits).ringTimeoutSeconds);
  const leaseOf = (call_id: string) => ({ org_id, call_id, owner: null, until });
  const requested = (await withinQuotas(ports, org_id, wanted)).map(({ call_id }) => leaseOf(call_id));
  const reserved = new Set(await leases.reserveAll(requested, limit, now.toISOString(), spare));
  // An existing lease may be about to expire.
  const renewing = wanted.filter(({ call_id, isRetry }) => isRetry && reserved.has(call_id));
  await Promise.all(
    renewing.map(async ({ call_id }) => {
      if (!(await leases.claimOrRenew(leaseOf(call_id), now.toISOString()))) reserved.delete(call_id);
    }),
  );
  return reserved;
}

/** Dials and records what the carrier answered. A failure that may have dialled all the same is recorded as unconfirmed. */
async function dialCampaignCall(ports: Ports, agent: TelephonyAgent, carrier: Carrier, call: CallLog): Promise<void> {
  try {
    const { sid } = await carrier.dial(dialRequest(ports, carrier, await assignedAgent(ports, agent, call), call));
    const dialled = { call, sid, isRecorded: false };
    await ports.recordDialled(dialled);
    if (!dialled.isRecorded) await recordSidAlone(ports, call, sid);
  } catch (error) {
    const isRefusal = error instanceof CarrierFailure && error.isDefinite;
    if (error instanceof DomainError && !isRefusal) await recordUnconfirmedDial(ports, call, error);
    throw error;
  }
}

const mayBeRenumbered = ({ isRetry, from_number }: PlannedCall): boolean =>
  isRetry === true && from_number !== undefined;

/** Gives the log of an earlier attempt the number that its call is dialled from now. */
const renumber = ({ calls }: Ports, { org_id, call_id, from_number }: CallLog): Promise<unknown> =>
  changeCall(calls, org_id, call_id, (call) => (call.from_number === from_number ? {} : { from_number }));

/** The calls that the organisation's quotas allow. A call with a log counts already. Rejects when none may start. */
async function withinQuotas(
  { quotas }: Ports,
  orgId: string,
  wanted: readonly ReservedCall[],
): Promise<readonly ReservedCall[]> {
  const left = await quotas.callsLeft(orgId).catch((error: unknown) => {
    // A `rejected` error pauses the campaign until a user resumes it.
    throw error instanceof QuotaExceeded || error instanceof BudgetSpent ? rejected(error.message) : error;
  });
  return wanted.filter(({ isRetry }, at) => isRetry || at < left);
}

const plannedLog = (
  { org_id, agent_id, name, version, canary, telephony }: TelephonyAgent,
  routeNumber: string,
  { call_id, to_number, custom_variables, campaign_id, queued_run_id, from_number }: PlannedCall,
  now: Date,
): CallLog => ({
  ...outboundCall({
    call_id,
    org_id,
    agent_id,
    agent_name: name,
    ...assignment({ ...(version !== undefined && { version }), canary: canary ?? null }, call_id),
    telephony_provider: telephony.provider,
    from_number: from_number ?? routeNumber,
    to_number,
    custom_variables,
    now,
  }),
  campaign_id,
  queued_run_id,
});
