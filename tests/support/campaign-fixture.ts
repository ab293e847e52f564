import { campaignDialler } from '../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../application/campaigns/campaign-engine.ts';
import { campaignUseCases, type CampaignUseCases } from '../../application/campaigns/index.ts';
import type { NewCampaign } from '../../application/campaigns/create-campaign.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CallResponse } from '../../domain/calls/call-log.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { openCallFixture, type CallFixture } from './call-fixture.ts';
import { memoryObjects } from './memory-objects.ts';
import { ADA } from './telephony-fixture.ts';
import type { Ports } from './world.ts';

/** An organisation that runs campaigns, and the clock of its engine. */
export interface CampaignFixture extends CallFixture {
  readonly campaigns: CampaignUseCases;
  /** Uploads a list of this many contacts, or this text, and creates a campaign with it. */
  plan(contacts: number | string, more?: Partial<NewCampaign>): Promise<Campaign>;
  /** The same, started. */
  launch(contacts: number | string, more?: Partial<NewCampaign>): Promise<Campaign>;
  find(campaign: Campaign): Promise<Campaign>;
  /** The runs of a campaign, contact by contact and attempt by attempt. */
  runs(campaign: Campaign): Promise<QueuedRun[]>;
  /** Advances the clock by this time, with a tick of the engine every second. */
  pass(ms: number): Promise<void>;
  /** Ends the call that was dialled at this position, counted from 0. */
  end(dial: number, response: CallResponse): Promise<void>;
}

export const contactNumber = (index: number): string => `+1415555${String(1_000 + index)}`;

const listOf = (contacts: number): string =>
  [
    'phone_number,name',
    ...Array.from({ length: contacts }, (_, index) => `${contactNumber(index)},Name ${index}`),
  ].join('\n');

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

/** The usual parts, with an engine of their own over objects in memory and organisations that have this limit. */
function withEngine(genuine: Ports, limit: number): Partial<Ports> {
  const organisations: Ports['organisations'] = {
    ...genuine.organisations,
    async find(orgId) {
      const found = await genuine.organisations.find(orgId);
      return found && { ...found, concurrent_call_limit: limit };
    },
  };
  const ports = { ...genuine, organisations, objects: memoryObjects() as Ports['objects'] };
  const campaignEngine = new CampaignEngine({ ...ports, dialler: campaignDialler(ports) });
  return {
    ...ports,
    campaignEngine,
    callOutcomeListener: campaignEngine,
    async close() {
      await campaignEngine.stop();
      await genuine.close();
    },
  };
}

/** Opens a fixture with a concurrency limit. */
export async function openCampaignFixture(limit = 20): Promise<CampaignFixture> {
  const fixture = await openCallFixture((ports) => withEngine(ports, limit));
  const { ports, carrier, agent } = fixture;
  const campaigns = campaignUseCases(ports);
  const engine = ports.campaignEngine;
  const campaignFixture: CampaignFixture = {
    ...fixture,
    campaigns,
    async plan(contacts, more = {}) {
      const text = typeof contacts === 'number' ? listOf(contacts) : contacts;
      const file = { filename: 'list.csv', size: text.length, open: () => bytesOf(text) };
      const { source_id } = await campaigns.upload(ADA, file);
      return campaigns.create(ADA, {
        name: 'Spring',
        agent_id: agent.agent_id,
        source_id,
        rate_limit_per_second: 20,
        max_concurrency: Math.min(20, limit),
        ...more,
      });
    },
    async launch(contacts, more) {
      const campaign = await campaignFixture.plan(contacts, more);
      await campaigns.move(ADA, campaign.campaign_id, 'start');
      return campaign;
    },
    find: ({ campaign_id }) => campaigns.find(ADA, campaign_id),
    async runs({ campaign_id }) {
      const { queued_runs: all = [] } = await ports.documents.everything();
      return (all as QueuedRun[])
        .filter((run) => run.campaign_id === campaign_id)
        .toSorted((a, b) => a.contact_index - b.contact_index || a.attempt - b.attempt);
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 100) {
        if (passed % 1_000 === 0) await engine.tick();
        await ports.clock.advanceAsync(Math.min(100, ms - passed));
      }
    },
    async end(dial, response) {
      const { callId } = carrier.dialled[dial]!;
      await fixture.calls.reportStatus({ org_id: 'o1', call_id: callId, call_response: response });
    },
  };
  return campaignFixture;
}
