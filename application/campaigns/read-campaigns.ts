import { allow, type Action, type Principal } from '../../domain/accounts/principal.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { campaignProgress, type CampaignProgress } from '../../domain/campaigns/campaign-progress.ts';
import { REPORT_ROWS_MAX, refusedLine, reportHeader, reportLine } from '../../domain/campaigns/report.ts';
import { analysisWaitOf, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { sourceName } from '../../domain/campaigns/source.ts';
import type { AnalysisWait, DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import { REFUSALS, type DialRefusal } from '../../domain/campaigns/refusal.ts';
import { missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

/** Lifetime of a link to a contact list, in seconds. */
const LINK_SECONDS = 300;

interface CampaignPorts {
  readonly campaigns: CampaignRepository;
}

interface CallPorts extends CampaignPorts {
  readonly calls: CallRepository;
}

/** Finds a campaign of the principal's organisation, or rejects. */
export async function ownCampaign(
  { campaigns }: { readonly campaigns: Pick<CampaignRepository, 'find'> },
  principal: Principal,
  action: Action,
  campaignId: string,
): Promise<CampaignRecord> {
  const found = await campaigns.find(allow(principal, action).org_id, campaignId);
  if (!found) throw missing('Campaign');
  return found;
}

export const findCampaign =
  (ports: CampaignPorts) =>
  async (principal: Principal, campaignId: string): Promise<Campaign> =>
    (await ownCampaign(ports, principal, 'campaigns.read', campaignId)).campaign;

/** Lists all campaigns of the active organisation, newest first. */
export const listCampaigns =
  ({ campaigns }: CampaignPorts) =>
  async (principal: Principal): Promise<Campaign[]> =>
    campaigns.list(allow(principal, 'campaigns.read').org_id);

export const readProgress =
  (ports: CampaignPorts) =>
  async (principal: Principal, campaignId: string): Promise<CampaignProgress> =>
    campaignProgress((await ownCampaign(ports, principal, 'campaigns.read', campaignId)).campaign);

/** Lists one page of a campaign's calls, newest first. */
export const listCampaignCalls =
  (ports: CallPorts) =>
  async (principal: Principal, campaignId: string, page: { limit: number; offset: number }): Promise<CallLog[]> => {
    const { campaign } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    return ports.calls.listOfCampaign(campaign.org_id, campaignId, page);
  };

/** A contact that was not dialled. */
export type RefusedContact = DialRefusal & Pick<QueuedRun, 'contact_index' | 'phone_number'>;

/** One page of a campaign's contacts that were not dialled, in the order of the list, and where the next one starts. */
interface RefusalPage {
  readonly refusals: readonly RefusedContact[];
  /** Null: this is the last page. */
  readonly next_contact: number | null;
}

/** Lists contacts of a campaign that were not dialled, with the reason, from this contact on. */
export const listRefusals =
  (ports: CampaignPorts & { readonly runs: QueuedRunRepository }) =>
  async (principal: Principal, campaignId: string, page: { from: number; limit: number }): Promise<RefusalPage> => {
    const { campaign } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    const refused = await ports.runs.listFinal(campaign.campaign_id, REFUSALS, page.from, page.limit);
    const last = refused.length === page.limit ? refused.at(-1) : undefined;
    return {
      refusals: refused.flatMap(({ contact_index, phone_number, refusal }) =>
        refusal ? [{ contact_index, phone_number, ...refusal }] : [],
      ),
      next_contact: last ? last.contact_index + 1 : null,
    };
  };

/** A contact that waits although its dial was due, or for the analysis of its call. */
export type DeferredContact = (DialDeferral | AnalysisWait) & Pick<QueuedRun, 'contact_index' | 'phone_number'>;

/** One page of a campaign's contacts that wait, in the order of the list, and where the next one starts. */
interface DeferralPage {
  readonly deferrals: readonly DeferredContact[];
  /** Null: this is the last page. */
  readonly next_contact: number | null;
}

/** Lists contacts of a campaign that wait, with the reason, from this contact on. */
export const listDeferrals =
  ({ clock, ...ports }: CampaignPorts & { readonly runs: QueuedRunRepository; readonly clock: Clock }) =>
  async (principal: Principal, campaignId: string, page: { from: number; limit: number }): Promise<DeferralPage> => {
    const { campaign } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    const waiting = await ports.runs.listDelayed(campaign.campaign_id, page.from, page.limit);
    const last = waiting.length === page.limit ? waiting.at(-1) : undefined;
    const now = clock.now().toISOString();
    return {
      deferrals: waiting.flatMap((run) => {
        const { contact_index, phone_number } = run;
        const deferral = run.state === 'judging' ? analysisWaitOf(run) : run.deferral;
        return deferral && deferral.until > now ? [{ contact_index, phone_number, ...deferral }] : [];
      }),
      next_contact: last ? last.contact_index + 1 : null,
    };
  };

/**
 * Exports a campaign's calls as CSV, newest first, and then its refused contacts, up to the maximum size of a report.
 */
export const exportReport =
  (ports: CallPorts & { readonly runs: QueuedRunRepository }) =>
  async (principal: Principal, campaignId: string): Promise<string> => {
    const page = { limit: REPORT_ROWS_MAX, offset: 0 };
    const calls = await listCampaignCalls(ports)(principal, campaignId, page);
    const rest = { from: 0, limit: REPORT_ROWS_MAX - calls.length };
    const refusals = rest.limit === 0 ? [] : (await listRefusals(ports)(principal, campaignId, rest)).refusals;
    return [reportHeader(), ...calls.map(reportLine), ...refusals.map(refusedLine)].join('');
  };

/** Creates a temporary download link for the uploaded contact list. */
export const linkSource =
  ({ objects, ...ports }: CampaignPorts & { readonly objects: ObjectStore }) =>
  async (principal: Principal, campaignId: string): Promise<string> => {
    const { campaign } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    return objects.link(campaign.source_id, LINK_SECONDS, { filename: sourceName(campaign.source_id) });
  };
