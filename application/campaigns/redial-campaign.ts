import type { Principal } from '../../domain/accounts/principal.ts';
import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { isCallbackRow } from '../../domain/campaigns/callback.ts';
import { ERASED_NUMBER } from '../../domain/campaigns/contacts.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import { withoutBreaker } from '../../domain/campaigns/settings.ts';
import { newQueuedRun, sameContact, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { REDIALABLE } from '../../domain/campaigns/run-outcome.ts';
import { rejected } from '../../domain/errors.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { campaignName, withRoomFor, type QuotaPorts } from './create-campaign.ts';
import { ownCampaign } from './read-campaigns.ts';

/** Contacts copied per batch. */
const BATCH = 500;

interface Ports extends QuotaPorts {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates a campaign from the contacts another one did not reach, with its agents, pace, retries and caller ID. */
export const redialCampaign =
  (ports: Ports) =>
  async (principal: Principal, campaignId: string, request: { readonly name: string }): Promise<Campaign> => {
    const { campaigns, ids, clock } = ports;
    const { campaign: parent } = await ownCampaign(ports, principal, 'campaigns.write', campaignId);
    const name = campaignName(request.name);
    const {
      paused_reason: _paused,
      failed_reason: _failed,
      variants_changed_at: _changed,
      ...metadata
    } = withoutBreaker(parent.orchestrator_metadata);
    const child = newCampaign({
      ...parent,
      campaign_id: ids.next(),
      name,
      total_rows: 0,
      orchestrator_metadata: { ...metadata, parent_campaign_id: campaignId },
      created_by: principal.email,
      now: clock.now(),
    });
    return withRoomFor(ports, child, async () => {
      const contacts = await copyContacts(ports, parent, child);
      if (contacts === 0) throw rejected('No failed contacts to redial');
      const whole = { ...child, total_rows: contacts };
      await campaigns.add(whole, newDialState(true));
      return whole;
    });
  };

/** Queues the unreached contacts for the new campaign and returns their number. */
async function copyContacts({ runs, ids, clock }: Ports, parent: Campaign, child: Campaign): Promise<number> {
  const now = clock.now();
  const copied = (run: QueuedRun): QueuedRun =>
    newQueuedRun(
      {
        ...sameContact(run),
        queued_run_id: ids.next(),
        campaign_id: child.campaign_id,
        attempt: 0,
        not_before: null,
      },
      now,
    );
  let count = 0;
  for (let from = 0; ;) {
    const finalRuns = await runs.listFinal(parent.campaign_id, REDIALABLE, from, BATCH);
    // Callbacks are not redialled: a person who was not reached schedules another one.
    const contacts = finalRuns.filter(
      ({ phone_number, contact_index }) => phone_number !== ERASED_NUMBER && !isCallbackRow(contact_index),
    );
    await runs.addAll(contacts.map(copied));
    count += contacts.length;
    const last = finalRuns.at(-1);
    if (!last || finalRuns.length < BATCH) return count;
    from = last.contact_index + 1;
  }
}
