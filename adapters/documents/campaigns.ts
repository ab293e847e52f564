import type { CampaignRepository } from '../../application/ports/campaigns.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { DialState, CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { DocumentStore } from './collection.ts';
import { changeWithEvents, openRemoval, OUTBOX_INDEX, withoutOutbox, type Outbox } from './event-outbox.ts';

interface StoredCampaign extends Campaign, Outbox {
  readonly gate: DialState;
  readonly revision: number;
}

/** Campaigns as documents, one per campaign with its gate in it: a revision makes every change of both one step. */
export async function documentCampaigns(store: DocumentStore): Promise<CampaignRepository> {
  const campaigns = await store.open<StoredCampaign>({
    name: 'campaigns',
    indexes: [
      { name: 'by_id', fields: ['campaign_id'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
      { name: 'by_start', fields: ['state', 'org_id', 'started_at'] },
      OUTBOX_INDEX,
    ],
  });

  const remove = await openRemoval<StoredCampaign>(store, 'campaigns', campaigns);
  return {
    add: (campaign, gate) => campaigns.insert({ ...campaign, gate, revision: 0 }),
    async find(orgId, campaignId) {
      const stored = await campaigns.findOne({ org_id: orgId, campaign_id: campaignId });
      return stored && gated(stored);
    },
    list: async (orgId) =>
      (await campaigns.find({ org_id: orgId }, { sort: { created_at: 'desc' } })).map(
        (stored) => gated(stored).campaign,
      ),
    count: (orgId) => campaigns.count({ org_id: orgId }),
    running: async (orgId) =>
      (await campaigns.find({ state: 'running', org_id: orgId }, { sort: { started_at: 'asc' } })).map(gated),
    async organisationsWithRunningCampaigns() {
      const groups = await campaigns.tally({ state: 'running' }, ['org_id'], 'revision');
      return groups.map(({ values }) => values.org_id);
    },
    async change({ campaign: { org_id, campaign_id }, gate, revision }, change, events = []) {
      const next = { ...change.campaign, gate: { ...gate, ...change.gate }, revision: revision + 1 };
      const seen = { org_id, campaign_id, revision };
      const changed =
        events.length === 0
          ? await campaigns.change(seen, next)
          : await changeWithEvents<StoredCampaign>(campaigns, seen, next, () => events);
      return changed && gated(changed);
    },
    remove: async (orgId, campaignId) => (await remove({ org_id: orgId, campaign_id: campaignId })) > 0,
  };
}

const gated = (stored: StoredCampaign): CampaignRecord => {
  const { gate, revision, ...campaign } = withoutOutbox<StoredCampaign>(stored);
  return { campaign, gate, revision };
};
