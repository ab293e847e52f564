import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import { duplicate } from '../../domain/errors.ts';
import { detached, isBound, type BoundNumber, type PhoneNumber } from '../../domain/telephony/phone-number.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { OrganisationCarriers } from '../ports/carrier.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import { withRollback } from '../rollback.ts';

// Who has a number stands in three places: in the inventory, at the carrier and on the agent. The inventory is the truth,
// guarded against races; the other two are brought in line with it, however often it takes.

export interface LinkPorts {
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
  readonly organisationCarriers: OrganisationCarriers;
  readonly clock: Clock;
  readonly log: Log;
}

/** Somebody else was faster. */
export const concurrentChange = () => duplicate('The number was changed by somebody else meanwhile');

/** Takes a number from its agent: at the carrier, in the inventory, then on the agent. Answers it as it is stored now. */
export const unlinkNumber = (ports: LinkPorts, number: BoundNumber, byEmail: string): Promise<PhoneNumber> =>
  withRollback(ports.log, async (undo) => {
    const { org_id, provider, phone_number, agent_id } = number;
    const telephony = (await ports.agents.find(org_id, agent_id))?.telephony;
    undo(() => reconcileLinks(ports, number, agent_id, telephony));
    // An agent that is gone, or with another carrier by now, took its application along.
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

/** Binds a number again as it was before it was released, unless somebody took it or its agent has left the carrier. */
export async function restoreLink(ports: LinkPorts, before: BoundNumber, released: PhoneNumber): Promise<void> {
  const agent = await ports.agents.find(before.org_id, before.agent_id);
  if (agent?.telephony?.provider !== before.provider) return;
  await ports.phoneNumbers.change(released, before);
  await reconcileLinks(ports, before, before.agent_id, agent.telephony);
}

/**
 * Brings carrier and agent in line with the inventory, after something came between: the number is linked to whom it is
 * bound to, or no longer to this agent's application. One whose agent is gone, or with another carrier by now, is bound
 * to nobody. Who decided on the number as it was before is refused, and comes here too: the last to come has seen all.
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

/** Links a number to what is wanted at its provider, or no longer to what was linked. Answers what may be linked now. */
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

/** Has the number move on, whoever looked at it before. False: somebody else was faster. */
async function bumpOrDetach(ports: LinkPorts, current: PhoneNumber, owner: Agent | null): Promise<boolean> {
  const now = ports.clock.now();
  if (!isBound(current) || owner?.telephony?.provider === current.provider)
    return (await ports.phoneNumbers.change(current, { updated_at: now.toISOString() })) !== null;
  const left = detached(current, { byEmail: current.last_link_by_email ?? '', now });
  if (!(await ports.phoneNumbers.change(current, left))) return false;
  await syncAgentNumber(ports, current.org_id, current.agent_id);
  return true;
}

/** Brings an agent's `linked_phone_number` in line with the inventory. Of two who do it at once the later has looked again. */
export async function syncAgentNumber(
  { agents, phoneNumbers, clock }: LinkPorts,
  orgId: string,
  agentId: string,
): Promise<void> {
  for (;;) {
    const agent = await agents.find(orgId, agentId);
    const number = (await phoneNumbers.ofAgent(orgId, agentId))?.phone_number ?? null;
    if (!agent || agent.linked_phone_number === number) return;
    await agents.update(orgId, agentId, { linked_phone_number: number, updated_at: clock.now().toISOString() });
  }
}
