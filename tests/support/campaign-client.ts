import { setTimeout as delay } from 'node:timers/promises';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Answer } from './client.ts';
import { fileForm, sendForm } from './contact-lists.ts';
import { attachNumber } from './telephony-resources.ts';
import { openAgentFixture, type AgentFixture } from './agent-fixture.ts';
import { testConfig } from './providers.ts';
import { INTERNAL_KEY, openWorld, type World } from './world.ts';

const TIMEOUT_MS = 10_000;

/** An organisation that creates campaigns over HTTP, with a telephony agent. */
export interface CampaignClient extends AgentFixture {
  readonly telephoneId: string;
  readonly number: string;
  /** Uploads a list with these numbers and answers its `source_id`. */
  upload(...numbers: readonly string[]): Promise<string>;
  /** Requests a campaign with a new list of one contact. */
  create(more?: object): Promise<Answer>;
  /** Creates a campaign with these numbers. */
  plan(numbers: readonly string[], more?: object): Promise<Campaign>;
  find(id: string): Promise<Campaign>;
  move(id: string, command: 'start' | 'pause' | 'resume'): Promise<Answer>;
  runs(id: string): Promise<readonly CallLog[]>;
  /** Has the runtime report the end of the call to this number. */
  end(id: string, number: string, response: string): Promise<Answer>;
}

/** A world with a concurrency limit of 20. */
export const openCampaignWorld = (settings?: Parameters<typeof openWorld>[1]): Promise<World> =>
  openWorld(({ limits }) => {
    limits.concurrentCallsPerOrganisation = 20;
    return {};
  }, settings);

/** Advances the clock until the condition holds. */
export async function passUntil({ ports }: World, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('It did not come to that');
    await ports.clock.advanceAsync(100);
    await delay(5);
  }
}

export async function joinCampaigns(world: World, name?: string): Promise<CampaignClient> {
  const fixture = await openAgentFixture(world, name);
  await fixture.ask('POST', '/auth', { body: { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } } });
  const agent = { name: 'Phone', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
  const { agent_id: telephoneId } = (await fixture.ask('POST', '/agents', { body: agent })).body as {
    agent_id: string;
  };
  const number = await attachNumber(world, fixture, telephoneId);
  const client: CampaignClient = {
    ...fixture,
    telephoneId,
    number,
    async upload(...numbers) {
      const answer = await sendForm(world, fixture.token, fileForm(['phone_number', ...numbers].join('\n')));
      return (answer.body as { source_id: string }).source_id;
    },
    async create(more = {}) {
      const body = { name: 'Spring', agent_id: telephoneId, source_id: await client.upload('+14155550101'), ...more };
      return fixture.ask('POST', '/campaign/create', { body });
    },
    async plan(numbers, more = {}) {
      const list = await client.upload(...numbers);
      return (await client.create({ source_id: list, ...more })).body as Campaign;
    },
    find: async (id) => (await fixture.ask('GET', `/campaign/${id}`)).body as Campaign,
    async move(id, command) {
      let answer: Answer | null = null;
      const requested = fixture.ask('POST', `/campaign/${id}/${command}`).then((given) => (answer = given));
      // A pause is answered once no earlier decision can lead to a dial.
      await passUntil(world, () => answer !== null);
      return requested;
    },
    runs: async (id) => (await fixture.ask('GET', `/campaign/${id}/runs`)).body as CallLog[],
    async end(id, to, call_response) {
      const call = (await client.runs(id)).find(({ to_number, status }) => to_number === to && status === 'initiated');
      const body = { org_id: fixture.org_id, call_id: call?.call_id ?? 'none', call_response };
      return world.ask('POST', '/api/v1/campaign/internal/call-status', { key: INTERNAL_KEY, body });
    },
  };
  return client;
}
