import { DomainError } from '../../domain/errors.ts';
import { isBound } from '../../domain/telephony/phone-number.ts';
import type { AgentNumbers } from '../ports/phone-numbers.ts';
import { giveBack, release, show, type LinkPorts } from './links.ts';

/** Takes an agent's number away from it, for whoever changes or deletes agents, and whoever attaches it meanwhile. */
export const freeNumber =
  (ports: LinkPorts): AgentNumbers['free'] =>
  async (orgId, agentId, byEmail) => {
    for (;;) {
      const number = await ports.phoneNumbers.ofAgent(orgId, agentId);
      if (!number || !isBound(number)) break;
      const freed = await release(ports, number, byEmail).catch(unlessChanged);
      if (freed) return () => giveBack(ports, number, freed);
    }
    await show(ports, orgId, agentId);
    return async () => undefined;
  };

function unlessChanged(error: unknown): null {
  if (error instanceof DomainError && error.problem === 'duplicate') return null;
  throw error;
}
