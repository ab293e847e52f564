import { callUseCases, type CallUseCases } from '../../application/calls/index.ts';
import type { NewOutboundCall } from '../../application/calls/start-outbound-call.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { FakeCarrier } from './fake-carrier.ts';
import { ADA, openTelephonyFixture, type TelephonyFixture } from './telephony-fixture.ts';
import type { Ports } from './world.ts';

/** The callee of the tests' outbound calls. */
export const CALLEE = '+14155552671';

/** An organisation with an agent that has a number, a concurrency limit of two, and operations on calls. */
export interface CallFixture extends TelephonyFixture {
  readonly calls: CallUseCases;
  readonly agent: Agent;
  readonly carrier: FakeCarrier;
  /** Places an outbound call. */
  call(more?: Partial<NewOutboundCall>): Promise<CallLog>;
  /** Registers a call that rings at the agent. */
  ring(sid?: string): Promise<CallLog>;
  /** Every call log, newest first. */
  logs(): Promise<readonly CallLog[]>;
  /** The number of used slots. */
  taken(): Promise<number>;
}

/** Opens a desk; parts that `spoil` names take the place of the usual ones. */
export async function openCallFixture(spoil?: (ports: Ports) => Partial<Ports>): Promise<CallFixture> {
  const fixture = await openTelephonyFixture(spoil);
  const { ports } = fixture;
  const calls = callUseCases(ports);
  const agent = await fixture.createAnswering();
  const { agent_id } = agent;
  return {
    ...fixture,
    calls,
    agent,
    carrier: ports.carriers.carrier('plivo'),
    call: (more = {}) => calls.startOutbound(ADA, { agent_id, to_number: CALLEE, ...more }),
    ring: (provider_call_sid = 'sid') =>
      calls.registerInbound(ADA, { agent_id, provider_call_sid, from_number: CALLEE, to_number: '+15550100001' }),
    logs: () => ports.calls.list('o1', { limit: 500, offset: 0 }),
    async taken() {
      const { call_leases: leases = [] } = await ports.documents.everything();
      const now = ports.clock.now().toISOString();
      return (leases as { slot: number | null; until: string }[]).filter(
        ({ slot, until }) => slot !== null && until >= now,
      ).length;
    },
  };
}
