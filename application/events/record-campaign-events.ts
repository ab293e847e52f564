import { campaignEvents, contactEvents } from '../../domain/events/campaign-events.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';
import type { QueuedRunRepository, RunChange } from '../ports/queued-runs.ts';

/** Campaigns whose changes of state record an event, whatever use case makes them. */
export const recordCampaignEvents = (campaigns: CampaignRepository, recorder: EventRecorder): CampaignRepository => ({
  ...campaigns,
  async change(seen, change) {
    const { campaign } = seen;
    const drafts = campaignEvents(campaign, { ...campaign, ...change.campaign });
    const selected = await recorder.selected(campaign.org_id, drafts);
    if (selected.length === 0) return campaigns.change(seen, change);
    const changed = await campaigns.change(seen, change, recorder.recorded(campaign.org_id, selected));
    if (changed) recorder.wake();
    return changed;
  },
});

/** Queued runs whose contacts record an event when they become final: runs end by `changeAll` only. */
export const recordContactEvents = (runs: QueuedRunRepository, recorder: EventRecorder): QueuedRunRepository => ({
  ...runs,
  async changeAll(all) {
    const drafts = all.map(({ seen, changes }) => contactEvents(seen, { ...seen, ...changes }));
    const orgIds = [...new Set(all.flatMap(({ seen }, at) => (drafts[at]?.length ? [seen.org_id] : [])))];
    const selecting = new Set<string>();
    for (const orgId of orgIds)
      if ((await recorder.selected(orgId, [{ type: 'campaign.contact_finished' }])).length > 0) selecting.add(orgId);
    if (selecting.size === 0) return runs.changeAll(all);
    const changed = await runs.changeAll(
      all.map((change, at): RunChange => {
        const { org_id } = change.seen;
        return selecting.has(org_id) ? { ...change, events: recorder.recorded(org_id, drafts[at] ?? []) } : change;
      }),
    );
    recorder.wake();
    return changed;
  },
});
