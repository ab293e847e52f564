import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { AgentTelephony } from '../../domain/agents/agent.ts';
import { duplicate, invalid, missing } from '../../domain/errors.ts';
import { attached, isBound, newNumber, type PhoneNumber } from '../../domain/telephony/phone-number.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { withRollback } from '../rollback.ts';
import { reconcileLinks, concurrentChange, syncAgentNumber, type LinkPorts } from './number-links.ts';
import { requireNumber, requireRegistered, requireTelephony } from './number-requirements.ts';

export interface NumberToAttach {
  readonly phone_number: string;
  readonly provider: string;
  readonly agent_id?: string | null;
}

interface Ports extends LinkPorts {
  readonly numberFormat: NumberFormat;
  readonly providers: ProviderRegistry;
  readonly organisations: OrganisationRepository;
}

/**
 * Adds a number to the inventory and, when an agent is given, links it at the carrier first and then stores the link.
 * Attaching an attached number again verifies the link. A number new to the organisation must belong to its carrier
 * account. A number of a deleted organisation passes to the next one that attaches it.
 */
export const attachNumber =
  (ports: Ports) =>
  async (principal: Principal, request: NumberToAttach): Promise<void> => {
    const { org_id, email } = allow(principal, 'numbers.write');
    const { provider, agent_id = null } = request;
    const text = requireNumber(ports.numberFormat, request.phone_number);
    requireRegistered(ports.providers, provider);
    const stored = await ports.phoneNumbers.find(text);
    const isOwn = stored?.org_id === org_id;
    const fresh = newNumber({ phone_number: text, provider, org_id }, ports.clock.now());
    // What calls of a former organisation said about it is forgotten.
    const number = isOwn ? stored : { ...fresh, ...(stored && { resting: null }) };
    if (stored && !isOwn) await requireReleased(ports, stored, number);
    const attachment = { stored, number, provider, byEmail: email };
    await (agent_id === null ? addToInventory(ports, attachment) : bind(ports, attachment, agent_id));
    if (stored && !isOwn) ports.log.info('phone_numbers.taken_over', { org_id, from_org_id: stored.org_id });
  };

interface Attachment {
  /** The stored number, of this or a deleted organisation, or null. */
  readonly stored: PhoneNumber | null;
  /** The organisation's present number, or a new one. */
  readonly number: PhoneNumber;
  readonly provider: string;
  readonly byEmail: string;
}

/** Adds the number to the inventory. A number already there keeps its agent. */
async function addToInventory(ports: Ports, { stored, number, provider }: Attachment): Promise<void> {
  if (stored === number && number.provider === provider) return;
  if (isBound(number)) throw duplicate('The number is attached to an agent; detach it first');
  await requireOwned(ports, number, provider);
  await write(ports, stored, { ...number, provider, updated_at: ports.clock.now().toISOString() });
}

/** Rejects a number of an existing organisation. Only the carrier account that owns the number learns this. */
async function requireReleased(ports: Ports, stored: PhoneNumber, number: PhoneNumber): Promise<void> {
  if (!(await ports.organisations.find(stored.org_id))) return;
  await requireOwned(ports, number, number.provider);
  throw duplicate('The number belongs to another organisation');
}

/**
 * Rejects a number that is not in the organisation's carrier account. Linking a number to an agent checks this itself.
 */
async function requireOwned({ organisationCarriers }: Ports, number: PhoneNumber, provider: string): Promise<void> {
  const { org_id, phone_number } = number;
  const carrier = await organisationCarriers.of(org_id, provider);
  if (!(await carrier.hasNumber(phone_number)))
    throw invalid(
      `${phone_number} is not a number of your ${provider} account: choose one that GET /phone-numbers/providers/${provider}/inventory lists`,
    );
}

async function bind(ports: Ports, attachment: Attachment, agentId: string): Promise<void> {
  const { stored, number, provider, byEmail } = attachment;
  const { org_id, phone_number } = number;
  const telephony = await telephonyFor(ports, attachment, agentId);
  const carrier = await ports.organisationCarriers.of(org_id, provider);
  await withRollback(ports.log, async (undo) => {
    undo(() => reconcileLinks(ports, { ...number, provider }, agentId, telephony));
    await carrier.link(phone_number, telephony.application_id);
    const next = attached({ ...number, provider }, agentId, { byEmail, now: ports.clock.now() });
    const bound = await write(ports, stored, next);
    undo(() => ports.phoneNumbers.change(bound, number));
    // An agent that left its carrier in the meantime looked for a number before this one was bound.
    const current = await ports.agents.find(org_id, agentId);
    if (current?.telephony?.application_id !== telephony.application_id)
      throw duplicate('The agent was modified by another request: reload it and try again');
    await syncAgentNumber(ports, org_id, agentId);
  });
}

/** The application to link, after checking that agent and number are free for each other. */
async function telephonyFor(ports: Ports, { number, provider }: Attachment, agentId: string): Promise<AgentTelephony> {
  const { org_id, phone_number } = number;
  const agent = await ports.agents.find(org_id, agentId);
  if (!agent) throw missing('Agent');
  const telephony = requireTelephony(agent, provider);
  const present = await ports.phoneNumbers.ofAgent(org_id, agentId);
  if (present && present.phone_number !== phone_number) throw occupied();
  if (isBound(number) && number.agent_id !== agentId && (await ports.agents.find(org_id, number.agent_id)))
    throw duplicate('The number is attached to another agent; detach it first');
  return telephony;
}

async function write({ phoneNumbers }: Ports, stored: PhoneNumber | null, number: PhoneNumber): Promise<PhoneNumber> {
  const written = await (stored ? phoneNumbers.change(stored, number) : phoneNumbers.add(number));
  if (written === 'occupied') throw occupied();
  if (written === null) throw concurrentChange();
  return written;
}

const occupied = () => duplicate('The agent has another number; detach it first');
