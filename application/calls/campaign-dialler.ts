import { reservedUntil } from '../../domain/calls/call-lease.ts';
import { outboundCall, type CallLog } from '../../domain/calls/call-log.ts';
import { DomainError, invalid, misconfigured } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Carrier } from '../ports/carrier.ts';
import type { Dialler, Line, PlannedCall } from '../ports/dialler.ts';
import type { OrganisationCarriers } from '../ports/organisation-carriers.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import { dialRequest, noteRefusal, noteSid, noteSilence, type DialPorts } from './dial-call.ts';
import { takeSlot } from './take-slot.ts';
import { telephonyAgent, type TelephonyAgent } from './telephony-agent.ts';

interface Ports extends DialPorts {
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
  readonly organisationCarriers: OrganisationCarriers;
}

/** Places the calls of campaigns as outbound calls like any other, step by step, so that each step can be written down. */
export const campaignDialler = (ports: Ports): Dialler => ({
  async open(orgId, agentId, fromNumber) {
    const agent = await telephonyAgent(ports.agents, orgId, agentId);
    if (ports.voiceServer.baseUrl === null) throw misconfigured('VOICE_SERVER_BASE_URL is not set');
    const from = await callerId(ports, agent, fromNumber);
    const carrier = await ports.organisationCarriers.of(orgId, agent.telephony.provider);
    return line(ports, agent, from, carrier);
  },
});

/** The number that callees see, if it still belongs to the organisation. */
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

function line(ports: Ports, agent: TelephonyAgent, from: string, carrier: Carrier): Line {
  const { calls, leases, clock } = ports;
  const { org_id, telephony } = agent;
  const logOf = (planned: PlannedCall): CallLog => plannedLog(agent, from, planned, clock.now());
  return {
    async reserve(call_id, again) {
      const now = clock.now();
      const lease = { org_id, call_id, owner: null, until: reservedUntil('outbound', now) };
      try {
        await takeSlot(ports, lease);
        // One that it has from before may be about to run out.
        return !again || (await leases.hold(lease, now.toISOString()));
      } catch (error) {
        if (error instanceof DomainError && error.problem === 'limited') return false;
        throw error;
      }
    },
    release: (callId) => leases.free(org_id, callId),
    async register(planned) {
      const before = await calls.find(org_id, planned.call_id);
      if (before) return before;
      const call = logOf(planned);
      await calls.add(call);
      return call;
    },
    async dial(planned) {
      const call = logOf(planned);
      try {
        const { sid } = await carrier.dial(dialRequest(ports, carrier, telephony.application_id, call));
        await noteSid(ports, call, sid);
      } catch (error) {
        const isRefusal = error instanceof CarrierFailure && error.isDefinite;
        if (error instanceof DomainError && !isRefusal) await noteSilence(ports, call, error);
        throw error;
      }
    },
    refuse: (call_id, failure) => noteRefusal(ports, { org_id, call_id }, failure),
  };
}

const plannedLog = (
  { org_id, agent_id, name, telephony }: TelephonyAgent,
  from_number: string,
  { call_id, to_number, custom_variables, campaign_id, queued_run_id }: PlannedCall,
  now: Date,
): CallLog => ({
  ...outboundCall({
    call_id,
    org_id,
    agent_id,
    agent_name: name,
    telephony_provider: telephony.provider,
    from_number,
    to_number,
    custom_variables,
    now,
  }),
  campaign_id,
  queued_run_id,
});
