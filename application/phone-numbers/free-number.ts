import { isBound } from '../../domain/telephony/phone-number.ts';
import type { AgentNumbers } from '../ports/agent-numbers.ts';
import { giveBack, release, show, type LinkPorts } from './links.ts';

/** Takes an agent's number away from it, for whoever changes or deletes agents. */
export const freeNumber =
  (ports: LinkPorts): AgentNumbers['free'] =>
  async (orgId, agentId, byEmail) => {
    const number = await ports.phoneNumbers.ofAgent(orgId, agentId);
    if (number && isBound(number)) {
      const freed = await release(ports, number, byEmail);
      return () => giveBack(ports, number, freed);
    }
    await show(ports, orgId, agentId);
    return async () => undefined;
  };
