import type { Principal } from '../../domain/accounts/principal.ts';
import { parseUtc } from '../../domain/calls/iso-date.ts';
import type { CallAssumptions } from '../../domain/campaigns/call-assumptions.ts';
import type { ForecastRules } from '../../domain/campaigns/campaign-forecast.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { invalid, rejected } from '../../domain/errors.ts';
import { dialCapsOf } from '../count-dials.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { DialCapRepository } from '../ports/dial-caps.ts';
import type { Dialler } from '../ports/dialler.ts';
import type { EventLoop } from '../ports/event-loop.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { WorkPieces } from '../work-pieces.ts';
import { workSlots } from '../work-slots.ts';
import type { AssumedCalls, AssumptionPorts } from './assumed-calls.ts';
import { campaignAgents, mixedAssumptions, withShares, type CallingAgent } from './calling-agents.ts';
import type { ContactClasses } from './contact-classes.ts';
import { estimateCampaign, type CampaignEstimate, type EstimatePorts } from './estimate-campaign.ts';
import { pendingContacts, type ContactSourcePorts, type PendingContact } from './pending-contacts.ts';
import { countingRows, opensFrom, quotaProblems, routesOf, slotsOf, timeLimit } from './preview-rules.ts';
import {
  PreviewedContacts,
  type ContactCounts,
  type PreviewedContact,
  type PreviewedContactPorts,
} from './previewed-contacts.ts';
import { ownCampaign } from './read-campaigns.ts';

export interface PreviewPorts extends PreviewedContactPorts, EstimatePorts {
  readonly runs: AssumptionPorts['runs'] & ContactSourcePorts['runs'];
  readonly calls: AssumptionPorts['calls'];
  readonly callCosts: AssumptionPorts['callCosts'];
  readonly objects: ContactSourcePorts['objects'];
  readonly csvParser: ContactSourcePorts['csvParser'];
  readonly campaigns: Pick<CampaignRepository, 'find' | 'running'>;
  readonly agents: Pick<AgentRepository, 'find'>;
  readonly organisations: Pick<OrganisationRepository, 'find'>;
  readonly dialCaps: Pick<DialCapRepository, 'find'>;
  readonly dialler: Pick<Dialler, 'openRoute'>;
  readonly quotas: Pick<QuotaKeeper, 'callsLeft'>;
  readonly eventLoop: EventLoop;
  readonly limits: { readonly concurrentCallsPerOrganisation: number };
  readonly clock: Clock;
}

/** What a preview may be asked for. */
export interface PreviewRequest {
  readonly assumptions?: Partial<CallAssumptions>;
  /** Contacts that are judged at most, spread over the list. Absent: 250,000. */
  readonly sample_size?: number;
  /** When the campaign is to begin. Absent: now. */
  readonly starts_at?: string;
}

/** The same, with the time at which the campaign begins. */
type StartedRequest = PreviewRequest & { readonly start: Date };

type Contacts = AsyncIterable<readonly PendingContact[]>;

/** What a campaign would do if it were started. */
export interface CampaignPreview {
  readonly campaign_id: string;
  readonly starts_at: string;
  readonly contacts: ContactCounts;
  /** Where several agents share the contacts: those that each would dial. */
  readonly agents?: readonly { readonly agent_id: string; readonly name: string | null; readonly to_dial: number }[];
  /** Contacts that were judged; the others count as the one before. Null: all of them. */
  readonly sample: { readonly judged: number; readonly of: number } | null;
  readonly estimate: CampaignEstimate;
  readonly assumptions: AssumedCalls & DiallingAssumptions;
  /** What keeps the campaign from dialling, or would pause it. */
  readonly problems: readonly string[];
  readonly first_contacts: readonly PreviewedContact[];
}

/** What the estimate takes for granted about dialling. */
interface DiallingAssumptions {
  /** Concurrent calls, of which no other call of the organisation takes any. */
  readonly concurrent_calls: number;
  readonly dials_per_second: number;
  /** Other running campaigns, which would share the calls. */
  readonly other_running_campaigns: number;
  readonly ignores_consent_expiry: boolean;
}

/** Previews of an organisation that are made at the same time. */
const PREVIEWS_MAX = 2;
/** Contacts that are judged at most unless the request says otherwise. openapi.yaml names it as well. */
const SAMPLE_SIZE = 250_000;
const AHEAD_MAX_MS = 366 * 86_400_000;

/** Previews a campaign without any effect: nothing is written, counted or dialled. */
export const previewCampaign = (ports: PreviewPorts) => {
  const limitedTo = workSlots(
    PREVIEWS_MAX,
    `At most ${PREVIEWS_MAX} previews of an organisation are made at the same time: wait for a result`,
  );
  return async (principal: Principal, campaignId: string, request: PreviewRequest = {}): Promise<CampaignPreview> => {
    const record = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    const { org_id, state } = record.campaign;
    if (state === 'completed' || state === 'failed')
      throw rejected(`Cannot preview a campaign that is ${state}: redial it, or create another one`);
    const start = startOf(request, ports.clock.now());
    return limitedTo(org_id, () => previewOf(ports, record, { ...request, start }));
  };
};

/** When a preview begins. */
export function startOf({ starts_at }: Pick<PreviewRequest, 'starts_at'>, now: Date): Date {
  const start = starts_at === undefined ? now : parseUtc(starts_at, 'starts_at');
  if (start < now) throw invalid('starts_at must not be in the past');
  if (start.getTime() > now.getTime() + AHEAD_MAX_MS) throw invalid('starts_at must be within a year');
  return start;
}

/** The preview of a campaign, or of other contacts in the place of its own. */
export async function previewOf(
  ports: PreviewPorts,
  record: CampaignRecord,
  request: StartedRequest,
  others?: Contacts,
): Promise<CampaignPreview> {
  const { campaign } = record;
  const { campaign_id, org_id, rate_limit_per_second: ratePerSecond, retry_config: retry } = campaign;
  const work = { pieces: new WorkPieces(ports), requireTime: timeLimit(ports.clock) };
  const { contacts, agents, caps, listedRows, stride } = await judgedContacts(ports, record, request, work, others);
  const callers = withShares(agents, contacts.byAgent);
  const assumed = await mixedAssumptions(ports, org_id, callers, request.assumptions ?? {});
  const [route, slots] = [await routesOf(ports, campaign), await slotsOf(ports, campaign)];
  const spacingMs = Math.max(route.spacingMs, route.callerIdSpacingMs);
  const rules = {
    ...{ start: request.start, slots, ratePerSecond, spacingMs, retry, caps, assumptions: assumed.values },
    ...ofClasses(contacts.classes),
    opensFrom: opensFrom(ports, campaign),
  };
  const forecast = { callers, contacts: contacts.forecasts };
  const estimate = await estimateCampaign(ports, forecast, rules, work.pieces, work.requireTime);
  const running = await ports.campaigns.running(org_id);
  return {
    ...{ campaign_id, starts_at: request.start.toISOString() },
    contacts: contacts.counts(listedRows),
    ...(campaign.orchestrator_metadata.variants && { agents: callers.map(agentView(contacts.byAgent)) }),
    sample: stride === 1 ? null : { judged: contacts.judged, of: contacts.total },
    estimate,
    assumptions: {
      ...assumed,
      concurrent_calls: slots,
      dials_per_second: dialsPerSecond(ratePerSecond, spacingMs),
      other_running_campaigns: running.filter((each) => each.campaign.campaign_id !== campaign_id).length,
      ignores_consent_expiry: contacts.classes.leavesOutExpiry,
    },
    problems: [...route.problems, ...(await quotaProblems(ports, org_id, estimate.dials))],
    first_contacts: contacts.shown,
  };
}

/** Judges the contacts at the start of the preview, of long lists one in each `stride` contacts. */
async function judgedContacts(
  ports: PreviewPorts,
  record: CampaignRecord,
  { start, sample_size: sampleSize = SAMPLE_SIZE, assumptions }: StartedRequest,
  { pieces, requireTime }: { readonly pieces: WorkPieces; readonly requireTime: () => void },
  others?: Contacts,
) {
  const { org_id, total_rows, orchestrator_metadata } = record.campaign;
  const agents = await campaignAgents(ports, record.campaign);
  const caps = await dialCapsOf(ports, org_id, orchestrator_metadata.dial_caps);
  const stride = others ? 1 : Math.max(1, Math.ceil(total_rows / sampleSize));
  const isByHour = assumptions?.hours !== undefined;
  const contacts = new PreviewedContacts(ports, { record, agents, caps, at: start, stride, pieces, isByHour });
  const listed = { rows: 0 };
  const source = { ...ports, csvParser: countingRows(ports.csvParser, listed) };
  for await (const batch of others ?? pendingContacts(source, record)) {
    await contacts.add(batch);
    requireTime();
  }
  return { contacts, agents, caps, listedRows: listed.rows, stride };
}

/** What the rules say of contacts of a class, and what time it is there. */
const ofClasses = (classes: ContactClasses): Pick<ForecastRules, 'faultOf' | 'minuteOf'> => ({
  faultOf: (classId, at) => classes.faultOf(classId, at),
  minuteOf: (classId, at) => classes.minuteOf(classId, at),
});

const dialsPerSecond = (rate: number, spacingMs: number): number =>
  spacingMs === 0 ? rate : Math.min(rate, Math.round(100_000 / spacingMs) / 100);

const agentView =
  (contacts: ReadonlyMap<string, number>) =>
  ({ agentId, agent }: CallingAgent) => ({
    agent_id: agentId,
    name: agent && agent.name,
    to_dial: contacts.get(agentId) ?? 0,
  });
