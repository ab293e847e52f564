import { documentAccountDials } from '../../adapters/documents/account-dials.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCallRecords } from '../../adapters/documents/call-records.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaignEngines, documentEngineLeases } from '../../adapters/documents/campaign-engine-leases.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import { documentDialCaps } from '../../adapters/documents/dial-caps.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { documentNumberDials } from '../../adapters/documents/number-dials.ts';
import { documentPhoneNumbers } from '../../adapters/documents/phone-numbers.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentSuppressions } from '../../adapters/documents/suppressions.ts';
import type { RehearsalPlan } from '../../application/ports/rehearsals.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import { newNumber } from '../../domain/telephony/phone-number.ts';
import { numberOf } from './rehearsal-surroundings.ts';

/** Empty stores in memory, which exist as long as a rehearsal. */
export async function openRehearsalStores() {
  const documents = await sqliteEngine(':memory:');
  return {
    campaigns: await documentCampaigns(documents),
    runs: await documentQueuedRuns(documents),
    calls: await documentCalls(documents),
    leases: await documentCallLeases(documents),
    accountDials: await documentAccountDials(documents),
    suppressions: await documentSuppressions(documents),
    numberDials: await documentNumberDials(documents),
    dialCaps: await documentDialCaps(documents),
    phoneNumbers: await documentPhoneNumbers(documents),
    engineLeases: await documentEngineLeases(documents),
    campaignEngines: await documentCampaignEngines(documents),
    metrics: await documentCallMetrics(documents),
    callRecords: await documentCallRecords(documents),
    close: () => documents.close(),
  };
}

export type RehearsalStores = Awaited<ReturnType<typeof openRehearsalStores>>;

/** Writes what a rehearsal begins with. */
export async function fillStores(
  { campaigns, suppressions, numberDials, dialCaps, phoneNumbers }: RehearsalStores,
  plan: RehearsalPlan,
): Promise<void> {
  const { campaign } = plan;
  await campaigns.add(campaign, newDialState(false));
  await dialCaps.put(campaign.org_id, plan.dialCaps);
  for (const [phone_number, provider] of callerIdsOf(plan))
    await phoneNumbers.add(newNumber({ phone_number, org_id: campaign.org_id, provider }, new Date(plan.start)));
  if (plan.suppressions.length > 0) await suppressions.addAll(plan.suppressions);
  const changes = plan.numberDials.map(({ revision: _revision, ...next }) => ({ seen: null, next }));
  if (changes.length > 0) await numberDials.changeAll(changes);
}

/** The numbers that the campaign may call from, with their carriers: those of the campaign are at that of all its agents. */
const callerIdsOf = ({ agents, campaign }: RehearsalPlan): ReadonlyMap<string, string> => {
  const { from_number, orchestrator_metadata } = campaign;
  const shared = [
    ...(from_number === null ? [] : [from_number]),
    ...(orchestrator_metadata.caller_id_pool?.numbers ?? []),
  ];
  return new Map([
    ...agents.map(({ provider }, at) => [numberOf(at), provider] as const),
    ...shared.map((number) => [number, agents[0].provider] as const),
  ]);
};
