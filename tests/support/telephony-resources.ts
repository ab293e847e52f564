import { attached, newNumber } from '../../domain/telephony/phone-number.ts';
import type { AgentFixture } from './agent-fixture.ts';
import { testConfig } from './providers.ts';
import { storeText } from './stored-texts.ts';
import type { World } from './world.ts';

let pending = 0;

/** Credentials of a carrier, and an agent with a number there. */
export async function createTelephonyAgent(world: World, { ask, post, ...fixture }: AgentFixture) {
  await ask('POST', '/auth', { body: { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } } });
  const agent = { name: 'Phone', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
  const { agent_id: agentId } = await post<{ agent_id: string }>('/agents', agent);
  return { agentId, number: await attachNumber(world, fixture, agentId) };
}

/** A telephony agent with a number, and an ended call to it. */
export async function answerCall(world: World, fixture: AgentFixture) {
  const { agentId, number } = await createTelephonyAgent(world, fixture);
  const sid = `sid of ${number}`;
  const call = { agent_id: agentId, provider_call_sid: sid, from_number: '+14155550100', to_number: number };
  const { call_id: callId } = await fixture.post<{ call_id: string }>('/calls/inbound', call);
  await fixture.ask('PATCH', `/calls/${callId}`, { body: { status: 'completed' } });
  return { agentId, number, sid, callId };
}

/** A campaign that is created and not started. */
export async function createCampaign(world: World, { org_id, post }: AgentFixture, agentId: string) {
  const key = `${org_id}/campaigns/00000000-0000-4000-8000-000000000000/list.csv`;
  await storeText(world.ports, key, 'phone_number,name,timezone,agreed_until\n+14155550101,yes,,\n', 'text/csv');
  const campaign = { name: 'Spring', agent_id: agentId, source_id: key };
  return post<{ campaign_id: string; source_id: string }>('/campaign/create', campaign);
}

/** Attaches a number to the agent. */
export async function attachNumber(
  { ports }: World,
  { org_id, email: byEmail }: Pick<AgentFixture, 'org_id' | 'email'>,
  agentId: string,
): Promise<string> {
  const now = ports.clock.now();
  const phone = `+1555${String(100_100 + (pending += 1)).padStart(7, '0')}`;
  const number = newNumber({ phone_number: phone, provider: 'plivo', org_id }, now);
  await ports.phoneNumbers.add(attached(number, agentId, { byEmail, now }));
  await ports.agents.update(org_id, agentId, { linked_phone_number: phone });
  return phone;
}
