import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import { duplicate } from '../../domain/errors.ts';
import { detached, isBound, type BoundNumber, type PhoneNumber } from '../../domain/telephony/phone-number.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { OrganisationCarriers } from '../ports/carrier.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import { withRollback } from '../rollback.ts';

// A number's agent is stored in three places: inventory, carrier and agent. The inventory is the source of truth and
// guarded against races; the other two are synchronised with it, repeatedly if necessary.

export interface LinkPorts {
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
  readonly organisationCarriers: OrganisationCarriers;
  readonly clock: Clock;
  readonly log: Log;
}

/** Another request changed the number first. */
export const concurrentChange = () =>
  duplicate('The phone number was modified by another request: reload it and try again');

/** Unlinks a number from its agent: at the carrier, in the inventory, then on the agent. Returns the stored number. */
export const unlinkNumber = (ports: LinkPorts, number: BoundNumber, byEmail: string): Promise<PhoneNumber> =>
  withRollback(ports.log, async (undo) => {
    const { org_id, provider, phone_number, agent_id } = number;
    const telephony = (await ports.agents.find(org_id, agent_id))?.telephony;
    undo(() => reconcileLinks(ports, number, agent_id, telephony));
    // A deleted agent, or one at another carrier, took its application along.
    if (telephony?.provider === provider) {
      const carrier = await ports.organisationCarriers.find(org_id, provider);
      if (!carrier) ports.log.warn('phone_numbers.link_left', { org_id, provider });
      await carrier?.unlink(phone_number, telephony.application_id);
    }
    const released = await ports.phoneNumbers.change(number, detached(number, { byEmail, now: ports.clock.now() }));
    if (released === null || released === 'occupied') throw concurrentChange();
    undo(() => ports.phoneNumbers.change(released, number));
    await syncAgentNumber(ports, org_id, agent_id);
    return released;
  });

/** Restores the link of a released number, unless it was attached again or its agent has left the carrier. */
export async function restoreLink(ports: LinkPorts, before: BoundNumber, released: PhoneNumber): Promise<void> {
  const agent = await ports.agents.find(before.org_id, before.agent_id);
  if (agent?.telephony?.provider !== before.provider) return;
  await ports.phoneNumbers.change(released, before);
  await reconcileLinks(ports, before, before.agent_id, agent.telephony);
}

/**
 * Synchronises carrier and agent with the inventory after a conflict: links the number to the agent it is bound to, or
 * unlinks this agent's application. A number whose agent was deleted or changed carrier is detached. Each conflicting
 * request is rejected and calls this too, so the last one sees the final state.
 */
export async function reconcileLinks(
  ports: LinkPorts,
  number: PhoneNumber,
  agentId: string,
  telephony: AgentTelephony | null | undefined,
): Promise<void> {
  const { org_id, phone_number } = number;
  for (let linked = telephony; ;) {
    await syncAgentNumber(ports, org_id, agentId);
    const current = await ports.phoneNumbers.find(phone_number);
    const owner = current && isBound(current) ? await ports.agents.find(org_id, current.agent_id) : null;
    linked = await relink(ports, number, linked, owner?.telephony);
    if (current?.org_id !== org_id || (await bumpOrDetach(ports, current, owner))) return;
  }
}

/**
 * Links a number to the wanted application, or unlinks the previous one. Returns the application that may be linked
 * now.
 */
async function relink(
  { organisationCarriers }: LinkPorts,
  { org_id, provider, phone_number }: PhoneNumber,
  linked: AgentTelephony | null | undefined,
  wanted: AgentTelephony | null | undefined,
): Promise<AgentTelephony | null | undefined> {
  const carrier = await organisationCarriers.find(org_id, provider);
  if (wanted?.provider === provider) {
    await carrier?.link(phone_number, wanted.application_id);
    return wanted;
  }
  if (linked?.provider === provider) await carrier?.unlink(phone_number, linked.application_id);
  return linked;
}

/**
 * Writes a new revision of the number, detached if its agent is not at the carrier. False when another request was
 * faster.
 */
async function bumpOrDetach(ports: LinkPorts, current: PhoneNumber, owner: Agent | null): Promise<boolean> {
  const now = ports.clock.now();
  if (!isBound(current) || owner?.telephony?.provider === current.provider)
    return (await ports.phoneNumbers.change(current, { updated_at: now.toISOString() })) !== null;
  const left = detached(current, { byEmail: current.last_link_by_email ?? '', now });
  if (!(await ports.phoneNumbers.change(current, left))) return false;
  await syncAgentNumber(ports, current.org_id, current.agent_id);
  return true;
}

/** Synchronises an agent's `linked_phone_number` with the inventory. Of concurrent calls, the later one reads again. */
export async function syncAgentNumber(
  { agents, phoneNumbers, clock }: LinkPorts,
  orgId: string,
  agentId: string,
): Promise<void> {
  for (;;) {
    const agent = await agents.find(orgId, agentId);
    const number = (await phoneNumbers.ofAgent(orgId, agentId))?.phone_number ?? null;
    if (!agent || agent.linked_phone_number === number) return;
    const now = clock.now().toISOString();
    await agents.update(orgId, agentId, { linked_phone_number: number, updated_at: now, calls_changed_at: now });
  }
}
