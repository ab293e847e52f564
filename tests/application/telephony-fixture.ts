import { assert } from 'chai';
import { BOT_EMAIL, type Principal } from '../../domain/accounts/principal.ts';
import { sealed } from '../../domain/credentials/provider-auth.ts';
import { allOf } from '../support/all-of.ts';
import { addOrganisation } from './added-organisation.ts';
import { testConfig } from '../support/providers.ts';
import { openPorts, type Changes, type Ports } from '../support/world.ts';

/** An admin of the organisation that the tests work in. */
export const ADA: Principal = { email: 'ada@example.com', org_id: 'o1', role: 'admin' };

/** The runtime that runs calls of this organisation. */
export const BOT: Principal = { ...ADA, email: BOT_EMAIL };

/** Two numbers of the test carriers. */
export const [FIRST, SECOND] = ['+15550100001', '+15550100002'] as const;

/** An organisation with credentials of two carriers, and operations on agents and numbers. */
export type TelephonyFixture = Awaited<ReturnType<typeof openTelephonyFixture>>;

/** Opens the fixture over these changes of the dependencies. `limit`: concurrent calls of the organisation. */
export async function openTelephonyFixture(changes: Changes = {}, limit: number | null = null) {
  const ports = await openPorts(changes);
  const { agentUseCases: agents, phoneNumberUseCases: numbers } = ports;
  const now = ports.clock.now().toISOString();
  const createAgent = (name = 'Desk', telephony_provider = 'plivo') =>
    agents.create(ADA, { name, agent_category: 'telephony', telephony_provider, config: testConfig() });
  const attach = (agent_id: string | null, phone_number: string = FIRST, provider = 'plivo') =>
    numbers.attach(ADA, { phone_number, provider, agent_id });
  const store = (provider: string, org_id = 'o1') => {
    const auth = sealed({ auth_id: 'id', auth_token: `token of ${org_id}` }, ports.cipher.encrypt);
    return ports.providerAuths.put({ org_id, provider, auth, created_at: now, updated_at: now });
  };
  /** Adds an organisation. */
  const found = (orgId: string) => addOrganisation(ports, orgId);
  await addOrganisation(ports, 'o1', limit);
  for (const provider of ['plivo', 'vobiz']) await store(provider);
  return {
    ...{ ports, agents, numbers, createAgent, attach, store, found },
    /** An agent with a number. */
    async createAnswering(number: string = FIRST, name = 'Desk') {
      const { agent_id } = await createAgent(name);
      await attach(agent_id, number);
      return agents.find(ADA, agent_id);
    },
    /** Fails unless inventory, agents and carriers agree. Returns the applications without an agent. */
    agreement: () => agreement(ports),
  };
}

async function agreement({ agents, phoneNumbers, carriers }: Ports): Promise<readonly string[]> {
  const all = await allOf(agents.list('o1'));
  const bound = (await phoneNumbers.list('o1')).filter(({ agent_id }) => agent_id !== null);
  for (const { agent_id, linked_phone_number, telephony, agent_category } of all) {
    const number = bound.find((each) => each.agent_id === agent_id);
    assert.equal(linked_phone_number, number?.phone_number ?? null, 'the number on the agent');
    assert.equal(agent_category === 'telephony', telephony !== null, 'telephony of the category');
    if (telephony) assert.isTrue(carriers.carrier(telephony.provider).applications.has(telephony.application_id));
    if (number) assert.equal(number.provider, telephony?.provider, 'the provider of the number');
  }
  const expected = bound.map(({ phone_number, agent_id }) => [
    phone_number,
    all.find((agent) => agent.agent_id === agent_id)?.telephony?.application_id,
  ]);
  const both = ['plivo', 'vobiz'].map((provider) => carriers.carrier(provider));
  assert.sameDeepMembers(
    both.flatMap(({ links }) => [...links]),
    expected,
    'the links at the carriers',
  );
  const had = new Set(all.map(({ telephony }) => telephony?.application_id));
  return both.flatMap(({ applications }) => [...applications.keys()]).filter((id) => !had.has(id));
}
