import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Answer } from './client.ts';
import { fileForm, sendForm } from './contact-lists.ts';
import { createTelephonyAgent } from './telephony-resources.ts';
import { openAgentFixture } from './agent-fixture.ts';
import { INTERNAL_KEY, openWorld, type World } from './world.ts';
import { eventually } from './eventually.ts';

/** An organisation that creates campaigns over HTTP, with a telephony agent. */
export type CampaignClient = Awaited<ReturnType<typeof joinCampaigns>>;

/** A world with a concurrency limit of 20. */
export const openCampaignWorld = (settings?: Parameters<typeof openWorld>[1]): Promise<World> =>
  openWorld(({ limits }) => {
    limits.concurrentCallsPerOrganisation = 20;
    return {};
  }, settings);

/** Advances the clock until the condition holds. */
export async function passUntil({ ports }: World, isSo: () => Promise<boolean> | boolean): Promise<void> {
  await eventually(async () => (await isSo()) || ports.clock.advanceAsync(100), 'what the clock is advanced for');
}

export async function joinCampaigns(world: World, name?: string) {
  const fixture = await openAgentFixture(world, name);
  const { ask } = fixture;
  const { agentId: telephoneId, number } = await createTelephonyAgent(world, fixture);
  /** Uploads a list with these numbers and answers its `source_id`. */
  const upload = async (...numbers: readonly string[]): Promise<string> => {
    const answer = await sendForm(world, fixture.token, fileForm(['phone_number', ...numbers].join('\n')));
    return (answer.body as { source_id: string }).source_id;
  };
  /** Requests a campaign with a new list of these contacts. */
  const create = async (more: object = {}, ...numbers: readonly string[]): Promise<Answer> => {
    const list = await upload(...(numbers.length > 0 ? numbers : ['+14155550101']));
    return ask('POST', '/campaign/create', {
      body: { name: 'Spring', agent_id: telephoneId, source_id: list, ...more },
    });
  };
  const runs = async (id: string) => (await ask('GET', `/campaign/${id}/runs`)).body as readonly CallLog[];
  return {
    ...fixture,
    telephoneId,
    number,
    upload,
    create,
    runs,
    /** Creates a campaign with these numbers. */
    plan: async (numbers: readonly string[], more?: object) => (await create(more, ...numbers)).body as Campaign,
    find: async (id: string) => (await ask('GET', `/campaign/${id}`)).body as Campaign,
    async move(id: string, command: 'start' | 'pause' | 'resume'): Promise<Answer> {
      let answer: Answer | null = null;
      const requested = ask('POST', `/campaign/${id}/${command}`).then((given) => (answer = given));
      // A pause is answered once no earlier decision can lead to a dial.
      await passUntil(world, () => answer !== null);
      return requested;
    },
    /** Has the runtime report the end of the call to this number. */
    async end(id: string, to: string, call_response: string): Promise<Answer> {
      const call = (await runs(id)).find(({ to_number, status }) => to_number === to && status === 'initiated');
      const body = { org_id: fixture.org_id, call_id: call?.call_id ?? 'none', call_response };
      return world.ask('POST', '/api/v1/campaign/internal/call-status', { key: INTERNAL_KEY, body });
    },
  };
}
