import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { assignment } from '../../domain/agents/agent-canary.ts';
import { parseCallVariables } from '../../domain/agents/variables.ts';
import { outboundCall, type CallLog } from '../../domain/calls/call-log.ts';
import { REFUSAL_TEXTS } from '../../domain/campaigns/refusal.ts';
import { invalid, limited, rejected } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Carrier, OrganisationCarriers } from '../ports/carrier.ts';
import type { Ids } from '../ports/ids.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import type { DialCountPorts } from '../count-dials.ts';
import type { DialPacing } from './dial-pacing.ts';
import { assignedAgent, type AssignedAgentPorts } from './assigned-agent.ts';
import { dialCall, type DialPorts } from './dial-call.ts';
import { telephonyAgent, type TelephonyAgent } from './telephony-agent.ts';
import { pause } from '../with-timeout.ts';

export interface NewOutboundCall {
  readonly agent_id: string;
  readonly to_number: string;
  readonly from_number?: string;
  readonly custom_variables?: unknown;
}

interface Ports extends DialPorts, DialCountPorts, AssignedAgentPorts {
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
  readonly numberFormat: NumberFormat;
  readonly organisationCarriers: OrganisationCarriers;
  readonly suppressions: Pick<SuppressionRepository, 'find'>;
  readonly ids: Ids;
  readonly dialPacing: DialPacing;
}

/**
 * Starts an outbound call of an active telephony agent from a number of its organisation. It is dialled at most once.
 * A number on the organisation's suppression list is refused, and one that was dialled as often as its caps allow.
 */
export const startOutboundCall =
  (ports: Ports) =>
  async (principal: Principal, request: NewOutboundCall): Promise<CallLog> => {
    const { agents, organisationCarriers, ids, clock } = ports;
    const { org_id } = allow(principal, 'calls.dial');
    const agent = await telephonyAgent(agents, org_id, request.agent_id);
    const to = e164(ports.numberFormat, request.to_number, 'to_number');
    const from = await callerId(ports, agent, request.from_number);
    const variables = parseCallVariables(request.custom_variables);
    const carrier = await organisationCarriers.of(org_id, agent.telephony.provider);
    const callId = ids.next();
    const call = outboundCall({
      call_id: callId,
      org_id,
      agent_id: agent.agent_id,
      agent_name: agent.name,
      ...assignment(agent, callId),
      telephony_provider: agent.telephony.provider,
      from_number: from,
      to_number: to,
      custom_variables: variables,
      now: clock.now(),
    });
    await waitForDialTime(ports, carrier);
    if (await ports.suppressions.find(org_id, to)) throw rejected(REFUSAL_TEXTS.suppressed);
    return dialCall(ports, carrier, await assignedAgent(ports, agent, call), call);
  };

/** Waits up to 2 s for the account's next dial time. A later one rejects the call with `limited`. */
async function waitForDialTime({ dialPacing, clock }: Ports, carrier: Carrier): Promise<void> {
  const { isScheduled, waitMs } = await dialPacing.scheduleDial(carrier);
  if (!isScheduled)
    throw limited(`${carrier.provider} dials too many calls of this account already: try again in a few seconds`);
  if (waitMs > 0) await pause(clock, waitMs);
}

function e164(numberFormat: NumberFormat, text: string, field: string): string {
  const number = numberFormat.e164(text);
  if (number === null) throw invalid(`${field} must be a telephone number in E.164, for example +14155550100`);
  return number;
}

/** The caller ID: the requested number, otherwise the agent's own. */
async function callerId(
  { phoneNumbers, numberFormat }: Ports,
  { org_id, telephony, linked_phone_number }: TelephonyAgent,
  requested: string | undefined,
): Promise<string> {
  if (requested === undefined) {
    if (linked_phone_number === null) throw invalid('from_number is required: the agent has no number of its own');
    return linked_phone_number;
  }
  const number = e164(numberFormat, requested, 'from_number');
  const owned = await phoneNumbers.find(number);
  if (owned?.org_id !== org_id || owned.provider !== telephony.provider)
    throw invalid(`from_number must be one of the organisation's numbers at ${telephony.provider}`);
  return number;
}
