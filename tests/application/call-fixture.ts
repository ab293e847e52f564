import type { NewOutboundCall } from '../../application/calls/start-outbound-call.ts';
import { ADA, FIRST, openTelephonyFixture } from './telephony-fixture.ts';

/** The callee of the tests' outbound calls. */
export const CALLEE = '+14155552671';

/** An organisation with an agent that has a number, a concurrency limit of two, and operations on calls. */
export type CallFixture = Awaited<ReturnType<typeof openCallFixture>>;

/** Opens the fixture, as that of telephony. */
export async function openCallFixture(...how: Parameters<typeof openTelephonyFixture>) {
  const fixture = await openTelephonyFixture(...how);
  const { ports } = fixture;
  const calls = ports.callUseCases;
  const agent = await fixture.createAnswering();
  const { agent_id } = agent;
  const register = (provider_call_sid = 'sid') =>
    calls.registerInbound(ADA, { agent_id, provider_call_sid, from_number: CALLEE, to_number: FIRST });
  return {
    ...fixture,
    calls,
    agent,
    carrier: ports.carriers.carrier('plivo'),
    /** Places an outbound call. */
    call: (more: Partial<NewOutboundCall> = {}) => calls.startOutbound(ADA, { agent_id, to_number: CALLEE, ...more }),
    /** Registers a call that rings at the agent. */
    register,
    ring: async (sid?: string) => (await register(sid)).call,
    /** Every call log, newest first. */
    logs: () => ports.calls.list('o1', { limit: 500, offset: 0 }),
    /** The number of used slots. */
    async taken() {
      const { call_leases: leases = [] } = await ports.documents.everything();
      const now = ports.clock.now().toISOString();
      return (leases as { slot: number | null; until: string }[]).filter(
        ({ slot, until }) => slot !== null && until >= now,
      ).length;
    },
  };
}
