import { assert } from 'chai';
import fc from 'fast-check';
import { agentUseCases } from '../../application/agents/index.ts';
import { releaseAgentNumber } from '../../application/phone-numbers/release-number.ts';
import { phoneNumberUseCases } from '../../application/phone-numbers/index.ts';
import type { OrganisationCarriers } from '../../application/ports/carrier.ts';
import { allOf } from '../support/all-of.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { ADA, FIRST, openTelephonyFixture, type TelephonyFixture } from './telephony-fixture.ts';

/** What people do at once to two agents and one number: it is called with the first one's id and the second one's. */
type Operation = (fixture: Pick<TelephonyFixture, 'agents' | 'numbers'>, one: string, two: string) => Promise<unknown>;

const attach = ({ numbers }: Parameters<Operation>[0], agent_id: string): Promise<void> =>
  numbers.attach(ADA, { phone_number: FIRST, provider: 'plivo', agent_id });

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'attach to one': (fixture, one) => attach(fixture, one),
  'attach to two': (fixture, _, two) => attach(fixture, two),
  detach: ({ numbers }) => numbers.detach(ADA, { phone_number: FIRST }),
  'move one': ({ agents }, one) => agents.update(ADA, one, { telephony_provider: 'vobiz' }),
  'move one, under the name of two': ({ agents }, one) =>
    agents.update(ADA, one, { telephony_provider: 'vobiz', name: 'Two' }),
  'delete one': ({ agents }, one) => agents.delete(ADA, one),
};

describe('telephony of which several change something at once', () => {
  let fixture: TelephonyFixture;
  before(async () => (fixture = await openTelephonyFixture()));

  /** The same desk, whose stores and carriers answer when the scheduler says so. */
  const scheduledFixture = (scheduler: fc.Scheduler) => {
    const { agents, phoneNumbers, organisationCarriers, clock } = fixture.ports;
    const opened: OrganisationCarriers = {
      find: async (...args) => {
        const carrier = await organisationCarriers.find(...args);
        return carrier && scheduled(scheduler, 'carrier', carrier);
      },
      of: async (...args) => scheduled(scheduler, 'carrier', await organisationCarriers.of(...args)),
    };
    const ports = {
      ...fixture.ports,
      agents: scheduled(scheduler, 'agents', agents),
      phoneNumbers: scheduled(scheduler, 'numbers', phoneNumbers),
      organisationCarriers: opened,
      // No two things happen in the same moment.
      clock: { ...clock, now: () => (clock.advance(1), clock.now()) },
    };
    const agentNumbers = { release: releaseAgentNumber(ports) };
    return { agents: agentUseCases({ ...ports, agentNumbers }), numbers: phoneNumberUseCases(ports) };
  };

  const agree = (names: readonly string[]): Promise<void> =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.boolean(),
        fc.shuffledSubarray([...names], { minLength: 3, maxLength: 3 }),
        async (scheduler, isAttached, deeds) => {
          const [one, two] = [await fixture.createAgent('One'), await fixture.createAgent('Two')];
          if (isAttached) await fixture.attach(one.agent_id);
          const busy = scheduledFixture(scheduler);
          await atOnce(
            scheduler,
            deeds.map((name) => () => OPERATIONS[name]!(busy, one.agent_id, two.agent_id)),
          );
          assert.isEmpty(await fixture.agreement());
          for (const { agent_id } of await allOf(fixture.agents.list(ADA))) await fixture.agents.delete(ADA, agent_id);
        },
      ),
      { numRuns: 150 },
    );

  it('leaves inventory, agents and carriers in agreement about a number', () =>
    agree(['attach to one', 'attach to two', 'detach']));

  it('leaves agents and numbers consistent while an agent is moved or deleted', () =>
    agree(Object.keys(OPERATIONS).filter((name) => name !== 'attach to two')));
});
