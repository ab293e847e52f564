import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing, rejected } from '../../domain/errors.ts';
import { isBound } from '../../domain/telephony/phone-number.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import { unlinkNumber, syncAgentNumber, type LinkPorts } from './number-links.ts';
import { requireNumber } from './number-requirements.ts';

/** Detaches a number from its agent. It stays in the inventory. */
export const detachNumber =
  (ports: LinkPorts & { numberFormat: NumberFormat }) =>
  async (principal: Principal, { phone_number }: { readonly phone_number: string }): Promise<void> => {
    const { org_id, email } = allow(principal, 'numbers.write');
    const number = await ports.phoneNumbers.find(requireNumber(ports.numberFormat, phone_number));
    if (number?.org_id !== org_id) throw missing('Phone number');
    if (!isBound(number)) {
      // An interrupted detachment may have left the number on the agent.
      if (number.last_link_agent_id !== null) await syncAgentNumber(ports, org_id, number.last_link_agent_id);
      throw rejected('The number is not attached to an agent');
    }
    await unlinkNumber(ports, number, email);
  };
