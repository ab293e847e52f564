import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';
import type { PhoneNumber } from '../../domain/telephony/phone-number.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { OrganisationCarriers } from '../ports/carrier.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';

/** Lists the numbers of the active organisation, newest first. */
export const listNumbers =
  ({ phoneNumbers }: { phoneNumbers: PhoneNumberRepository }) =>
  (principal: Principal): Promise<PhoneNumber[]> =>
    phoneNumbers.list(allow(principal, 'numbers.read').org_id);

/** Finds the number that an agent answers. */
export const findAgentNumber =
  ({ agents, phoneNumbers }: { agents: AgentRepository; phoneNumbers: PhoneNumberRepository }) =>
  async (principal: Principal, agentId: string): Promise<PhoneNumber> => {
    const { org_id } = allow(principal, 'numbers.read');
    const number = await phoneNumbers.ofAgent(org_id, agentId);
    if (number) return number;
    throw missing((await agents.find(org_id, agentId)) ? 'Phone number' : 'Agent');
  };

/** Lists the numbers in the organisation's carrier account, attached or not. */
export const listInventory =
  ({ organisationCarriers }: { organisationCarriers: OrganisationCarriers }) =>
  async (principal: Principal, provider: string): Promise<string[]> => {
    const { org_id } = allow(principal, 'numbers.read');
    return (await organisationCarriers.of(org_id, provider)).numbers();
  };
