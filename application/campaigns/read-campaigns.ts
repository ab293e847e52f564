import { allow, type Action, type Principal } from '../../domain/accounts/principal.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { campaignProgress, type CampaignProgress } from '../../domain/campaigns/campaign-progress.ts';
import { REPORT_ROWS_MAX, reportHeader, reportLine } from '../../domain/campaigns/report.ts';
import { sourceName } from '../../domain/campaigns/source.ts';
import { missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { ObjectStore } from '../ports/objects.ts';

/** How long a link to a contact list is good for. In seconds. */
const LINK_SECONDS = 300;

interface CampaignPorts {
  readonly campaigns: CampaignRepository;
}

interface CallPorts extends CampaignPorts {
  readonly calls: CallRepository;
}

/** The caller's campaign with its gate, or a refusal. */
export async function ownCampaign(
  { campaigns }: CampaignPorts,
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

/** All campaigns of the active organisation, newest first. */
export const listCampaigns =
  ({ campaigns }: CampaignPorts) =>
  async (principal: Principal): Promise<Campaign[]> =>
    campaigns.list(allow(principal, 'campaigns.read').org_id);

export const readProgress =
  (ports: CampaignPorts) =>
  async (principal: Principal, campaignId: string): Promise<CampaignProgress> =>
    campaignProgress((await ownCampaign(ports, principal, 'campaigns.read', campaignId)).campaign);

/** One page of the calls a campaign has made, newest first. */
export const listCampaignCalls =
  (ports: CallPorts) =>
  async (principal: Principal, campaignId: string, page: { limit: number; offset: number }): Promise<CallLog[]> => {
    const { campaign } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    return ports.calls.listOfCampaign(campaign.org_id, campaignId, page);
  };

/** The report on a campaign's calls, line by line: the newest, no more than a report may hold. */
export const exportReport =
  (ports: CallPorts) =>
  async (principal: Principal, campaignId: string): Promise<string> => {
    const page = { limit: REPORT_ROWS_MAX, offset: 0 };
    const calls = await listCampaignCalls(ports)(principal, campaignId, page);
    return [reportHeader(), ...calls.map(reportLine)].join('');
  };

/** Where the uploaded contact list can be downloaded for a while. */
export const linkSource =
  ({ objects, ...ports }: CampaignPorts & { readonly objects: ObjectStore }) =>
  async (principal: Principal, campaignId: string): Promise<string> => {
    const { campaign } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    return objects.link(campaign.source_id, LINK_SECONDS, { filename: sourceName(campaign.source_id) });
  };
