import { Readable } from 'node:stream';
import type { NewCallback } from '../../../application/campaigns/callbacks.ts';
import type { NewCampaign } from '../../../application/campaigns/create-campaign.ts';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import type { CallResponse } from '../../../domain/calls/call-log.ts';
import type { QueuedRun } from '../../../domain/campaigns/queued-run.ts';
import { openCallFixture } from '../call-fixture.ts';
import { memoryObjects } from '../memory-objects.ts';
import type { Changes } from '../../support/world.ts';
import { ADA } from '../telephony-fixture.ts';

/** An organisation that runs campaigns, and the clock of its engine. */
export type CampaignFixture = Awaited<ReturnType<typeof openCampaignFixture>>;

export const IN_AN_HOUR: NewCallback = { in_minutes: 60, note: 'Wants a price' };

export const contactNumber = (index: number): string => `+1415555${String(1_000 + index)}`;

const listOf = (contacts: number): string =>
  [
    'phone_number,name',
    ...Array.from({ length: contacts }, (_, index) => `${contactNumber(index)},Name ${index}`),
  ].join('\n');

/** Opens a fixture with a concurrency limit, over these changes of the dependencies. */
export async function openCampaignFixture(limit = 20, changes: Changes = {}) {
  const fixture = await openCallFixture({ objects: memoryObjects, ...changes }, limit);
  const { ports, carrier, agent, calls } = fixture;
  const campaigns = ports.campaignUseCases;
  /** Uploads a list of this many contacts, or this text, and creates a campaign with it. */
  const plan = async (contacts: number | string, more: Partial<NewCampaign> = {}) => {
    const text = typeof contacts === 'number' ? listOf(contacts) : contacts;
    const file = { filename: 'list.csv', size: text.length, open: () => Readable.from([Buffer.from(text)]) };
    const { source_id } = await campaigns.upload(ADA, file);
    const standard = { name: 'Spring', agent_id: agent.agent_id, rate_limit_per_second: 20 };
    return campaigns.create(ADA, { ...standard, source_id, max_concurrency: Math.min(20, limit), ...more });
  };
  /** The same, started. */
  const launch = async (contacts: number | string, more?: Partial<NewCampaign>) => {
    const campaign = await plan(contacts, more);
    await campaigns.move(ADA, campaign.campaign_id, 'start');
    return campaign;
  };
  /** The call that was dialled at this position, counted from 0. */
  const callIdOf = (dial: number): string => carrier.dialled[dial]!.callId;
  return {
    ...fixture,
    ...{ campaigns, plan, launch, callIdOf },
    /** The numbers that were dialled. */
    dialled: (): string[] => carrier.dialled.map(({ to }) => to),
    schedule: (callId: string, wish: NewCallback = IN_AN_HOUR, by = ADA) =>
      campaigns.scheduleCallback(by, callId, wish),
    callback: (id: string) => campaigns.findCallback(ADA, id),
    /** A campaign of one contact, who has just been dialled. */
    async dialOne(more?: Partial<NewCampaign>) {
      const campaign = await launch(1, more);
      await this.pass(1_000);
      return campaign;
    },
    find: ({ campaign_id }: Campaign) => campaigns.find(ADA, campaign_id),
    /** The runs of a campaign, contact by contact and attempt by attempt. */
    async runs({ campaign_id }: Campaign) {
      const { queued_runs: all = [] } = await ports.documents.everything();
      return (all as QueuedRun[])
        .filter((run) => run.campaign_id === campaign_id)
        .toSorted((a, b) => a.contact_index - b.contact_index || a.attempt - b.attempt);
    },
    /** Advances the clock by this time, with a tick of the engine every second, and every ten until the last minute. */
    async pass(ms: number) {
      for (let left = ms; left > 0;) {
        const tickMs = left > 60_000 ? 10_000 : 1_000;
        await ports.campaignEngine.tick();
        for (const until = Math.max(0, left - tickMs); left > until; left -= tickMs / 10)
          await ports.clock.advanceAsync(Math.min(tickMs / 10, left));
      }
    },
    /** Ends this call. */
    end: (dial: number, call_response: CallResponse) =>
      calls.reportStatus({ org_id: 'o1', call_id: callIdOf(dial), call_response }),
  };
}
