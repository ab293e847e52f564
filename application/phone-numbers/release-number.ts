import { DomainError } from '../../domain/errors.ts';
import { isBound } from '../../domain/telephony/phone-number.ts';
import type { AgentNumbers } from '../ports/phone-numbers.ts';
import { restoreLink, unlinkNumber, syncAgentNumber, type LinkPorts } from './number-links.ts';

/** Releases an agent's number when the agent is changed or deleted, including one attached concurrently. */
export const releaseAgentNumber =
  (ports: LinkPorts): AgentNumbers['release'] =>
  async (orgId, agentId, byEmail) => {
    for (;;) {
      const number = await ports.phoneNumbers.ofAgent(orgId, agentId);
      if (!number || !isBound(number)) break;
      const released = await unlinkNumber(ports, number, byEmail).catch(nullIfChanged);
      if (released) return () => restoreLink(ports, number, released);
    }
    await syncAgentNumber(ports, orgId, agentId);
    return async () => undefined;
  };

function nullIfChanged(error: unknown): null {
  if (error instanceof DomainError && error.problem === 'duplicate') return null;
  throw error;
}
