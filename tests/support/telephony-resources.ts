import { attached, newNumber } from '../../domain/telephony/phone-number.ts';
import type { AgentFixture } from './agent-fixture.ts';
import { testConfig } from './providers.ts';
import type { World } from './world.ts';

let pending = 0;

/** A telephony agent with a number, and an ended call to it. */
export async function answerCall(world: World, fixture: AgentFixture) {
  await fixture.ask('POST', '/auth', { body: { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } } });
  const agent = { name: 'Phone', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
  const { agent_id: agentId } = (await fixture.ask('POST', '/agents', { body: agent })).body as { agent_id: string };
  const number = await attachNumber(world, fixture, agentId);
  const sid = `sid of ${number}`;
  const call = { agent_id: agentId, provider_call_sid: sid, from_number: '+14155550100', to_number: number };
  const { call_id } = (await fixture.ask('POST', '/calls/inbound', { body: call })).body as { call_id: string };
  await fixture.ask('PATCH', `/calls/${call_id}`, { body: { status: 'completed' } });
  return { agentId, number, sid, callId: call_id };
}

/** A campaign that is created and not started. */
export async function createCampaign(world: World, fixture: AgentFixture, agentId: string) {
  const key = `${fixture.org_id}/campaigns/00000000-0000-4000-8000-000000000000/list.csv`;
  const list = Buffer.from('phone_number\n+14155550101\n');
  await world.ports.objects.put(key, once(list), { size: list.length, contentType: 'text/csv' });
  const body = { name: 'Spring', agent_id: agentId, source_id: key };
  return (await fixture.ask('POST', '/campaign/create', { body })).body as { campaign_id: string; source_id: string };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Attaches a number to the agent. */
export async function attachNumber(
  world: World,
  { org_id, email: byEmail }: AgentFixture,
  agentId: string,
): Promise<string> {
  const now = world.ports.clock.now();
  const number = newNumber(
    { phone_number: `+155501001${String((pending += 1)).padStart(2, '0')}`, provider: 'plivo', org_id },
    now,
  );
  await world.ports.phoneNumbers.add(attached(number, agentId, { byEmail, now }));
  await world.ports.agents.update(org_id, agentId, { linked_phone_number: number.phone_number });
  return number.phone_number;
}
