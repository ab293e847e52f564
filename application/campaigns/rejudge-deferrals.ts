import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { deferralRules, isDeferred, rejudgedFrom } from '../../domain/campaigns/deferral-rules.ts';
import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';
import { toRejudged } from '../../domain/campaigns/queued-run.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

interface Ports {
  readonly campaigns: Pick<CampaignRepository, 'change'>;
  readonly runs: Pick<QueuedRunRepository, 'listDelayed' | 'changeAll'>;
}

/** Contacts read at a time, and how many times in one admission. The next one continues. */
const [BATCH, BATCHES_MAX] = [100, 10];

/**
 * Makes contacts due that wait by rules which have changed since: then they are judged again. How far this came is stored
 * with the rules, so that neither a crash nor a change in between leaves any waiting. Returns whether it came to the end.
 */
export async function rejudgeDeferrals(
  ports: Ports,
  record: CampaignRecord,
  caps: DialCaps,
  at: Date,
): Promise<boolean> {
  const { campaign, gate } = record;
  const rules = deferralRules(campaign.orchestrator_metadata, caps);
  let from = rejudgedFrom(gate, campaign.orchestrator_metadata, caps, rules);
  if (from === null) return true;
  for (let batch = 0; from !== null && batch < BATCHES_MAX; batch += 1)
    from = await makeDue(ports, campaign.campaign_id, from, at);
  return (await ports.campaigns.change(record, { gate: { deferrals: { rules, from } } })) !== null && from === null;
}

/** Makes some of the contacts due that a rule makes wait. Returns the next contact, or null at the end. */
async function makeDue({ runs }: Ports, campaignId: string, from: number, at: Date): Promise<number | null> {
  const waiting = await runs.listDelayed(campaignId, from, BATCH);
  const deferred = waiting.filter((run) => isDeferred(run, at));
  if (deferred.length > 0) await runs.changeAll(deferred.map((seen) => ({ seen, changes: toRejudged(at) })));
  const last = waiting.length < BATCH ? undefined : waiting.at(-1);
  return last ? last.contact_index + 1 : null;
}
