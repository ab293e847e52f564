import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import { addOrganisation } from './added-organisation.ts';
import { testConfig } from '../support/providers.ts';
import { ADA } from './telephony-fixture.ts';
import { fakeIds } from '../support/fake-ids.ts';
import { openPorts, type Ports } from '../support/world.ts';

/** A configuration with this greeting. */
export const greeting = (text: string) => ({
  ...testConfig(),
  prompts: { ...(testConfig()['prompts'] as object), greeting_message: text },
});

/** Calls that callers left early, and others. */
interface Left {
  readonly early: number;
  readonly others: number;
}

/** Stores ended calls of the canary of an agent, as registration, claim and runtime write them. */
export async function canaryCalls(
  { calls, agentCanaries, ids, clock }: Pick<Ports, 'calls' | 'agentCanaries' | 'ids' | 'clock'>,
  agentId: string,
  { canary, published }: { readonly canary: Left; readonly published: Left },
  orgId = 'o1',
): Promise<void> {
  const stored = (await agentCanaries.find(orgId, agentId))!;
  const ended = async (agent_version: number, seconds: number): Promise<void> => {
    clock.advance(10);
    const now = clock.now();
    const facts = { call_id: ids.next(), org_id: orgId, agent_id: agentId, agent_name: 'Desk', custom_variables: {} };
    const call: CallLog = {
      ...webCall({ ...facts, agent_version, canary_id: stored.canary_id, now }),
      ...{ status: 'completed', call_response: 'answered', start_time_utc: now.toISOString(), duration: seconds },
      end_time_utc: new Date(now.getTime() + seconds * 1000).toISOString(),
      end_reason: seconds < 30 ? 'caller_left' : 'agent_ended',
    };
    await calls.add(call);
  };
  for (const [version, { early, others }] of [
    [stored.version, canary],
    [stored.base_version, published],
  ] as const) {
    for (let call = 0; call < early; call += 1) await ended(version, 5);
    for (let call = 0; call < others; call += 1) await ended(version, 45);
  }
}

/** One browser agent of the organisation of its admin, and what tests do with its canary. */
export type CanaryFixture = Awaited<ReturnType<typeof openCanaryFixture>>;

export async function openCanaryFixture() {
  // Which version a call runs is drawn by its id: with other ids, all calls of a test may run the same one.
  const ports = await openPorts({ ids: fakeIds });
  await addOrganisation(ports);
  const agents = ports.agentUseCases;
  const { agent_id } = await agents.create(ADA, {
    ...{ name: 'Desk', agent_category: 'websocket' },
    config: greeting('One'),
  });
  return {
    ...{ ports, agents, agent_id },
    draft: (text = 'Two') => agents.saveDraft(ADA, agent_id, { config: greeting(text) }),
    start: (more: object = {}) => agents.startCanary(ADA, agent_id, { share_percent: 50, ...more }),
    canary: () => agents.findCanary(ADA, agent_id),
    read: () => agents.find(ADA, agent_id),
    /** Stores ended calls of both versions. */
    called: (counts: Parameters<typeof canaryCalls>[2]) => canaryCalls(ports, agent_id, counts),
    /** One round of a process, after the time of another one's claim. */
    async follow(of = agents, seconds = 61): Promise<void> {
      ports.clock.advance(seconds * 1000);
      await of.followCanaries();
    },
  };
}
