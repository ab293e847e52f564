import type { CampaignMetadata } from '../../domain/campaigns/settings.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { Parts } from './store.ts';

/** One guard of the engine or of its store taken away, as a careless author would. */
export interface Mutant {
  readonly name: string;
  /** This unique index of the store is an ordinary one: `collection.index`. */
  readonly withoutIndex?: string;
  readonly spoil?: (parts: Parts) => Parts;
}

/** A campaign repository whose reads are changed. */
export const seen = (parts: Parts, alter: (gated: CampaignRecord) => CampaignRecord): Parts => ({
  ...parts,
  campaigns: {
    ...parts.campaigns,
    async find(...args) {
      const found = await parts.campaigns.find(...args);
      return found && alter(found);
    },
    async change(...args) {
      const changed = await parts.campaigns.change(...args);
      return changed && alter(changed);
    },
    running: async (orgId) => (await parts.campaigns.running(orgId)).map(alter),
  },
});

/** A campaign repository whose campaigns are read with other settings. */
export const withSettings = (parts: Parts, alter: (settings: CampaignMetadata) => CampaignMetadata): Parts =>
  seen(parts, ({ campaign, ...rest }) => ({
    ...rest,
    campaign: { ...campaign, orchestrator_metadata: alter(campaign.orchestrator_metadata) },
  }));
