import { concurrentCallLimit } from '../../domain/accounts/organisation.ts';
import type { OwnNumbers } from '../../domain/campaigns/caller-id-choice.ts';
import type { CallerIdPool } from '../../domain/campaigns/caller-id-pool.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { ForecastRules } from '../../domain/campaigns/campaign-forecast.ts';
import { followsContacts } from '../../domain/campaigns/contact-hours.ts';
import { isOpen, nextOpening } from '../../domain/campaigns/schedule.ts';
import { agentsOf } from '../../domain/campaigns/variants.ts';
import { DomainError, missing, rejected } from '../../domain/errors.ts';
import { isResting } from '../../domain/telephony/number-rest.ts';
import type { Clock } from '../ports/clock.ts';
import type { CsvParser } from '../ports/csv.ts';
import type { Dialler } from '../ports/dialler.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { TimeZones } from '../ports/time-zones.ts';
import { openRoute } from './next-route.ts';

/** Longest preview, in ms. */
const TIME_LIMIT_MS = 25_000;

/** Rejects when the time of a preview is over. */
export function timeLimit({ monotonic }: Pick<Clock, 'monotonic'>): () => void {
  const until = monotonic() + TIME_LIMIT_MS;
  return () => {
    if (monotonic() > until)
      throw rejected(
        `The preview takes longer than ${TIME_LIMIT_MS / 1_000} seconds: ask for a smaller sample with sample_size, such as 50000`,
      );
  };
}

/** The parser, which also counts the rows of a list. */
export const countingRows = (csvParser: CsvParser, count: { rows: number }): CsvParser => ({
  async *rows(bytes) {
    for await (const batch of csvParser.rows(bytes)) {
      count.rows += batch.length;
      yield batch;
    }
  },
});

/** How a campaign would be dialled. */
interface PreviewedRoutes {
  /** How close dials of the accounts may be, and dials from the numbers of the pool. In ms. */
  readonly spacingMs: number;
  readonly callerIdSpacingMs: number;
  /** What keeps the campaign from dialling, or from dialling as it is set. */
  readonly problems: readonly string[];
}

/** The routes of all agents of a campaign. Accounts may be the same one: the slowest counts. */
export async function routesOf(
  ports: { readonly dialler: Pick<Dialler, 'openRoute'>; readonly clock: Pick<Clock, 'now'> },
  campaign: Campaign,
): Promise<PreviewedRoutes> {
  const routes = await Promise.all(agentsOf(campaign).map((agentId) => routeOf(ports, campaign, agentId)));
  return {
    spacingMs: Math.max(...routes.map(({ spacingMs }) => spacingMs)),
    callerIdSpacingMs: Math.max(...routes.map(({ callerIdSpacingMs }) => callerIdSpacingMs)),
    problems: [...new Set(routes.flatMap(({ problems }) => problems))],
  };
}

async function routeOf(
  { dialler, clock }: { readonly dialler: Pick<Dialler, 'openRoute'>; readonly clock: Pick<Clock, 'now'> },
  campaign: Campaign,
  agentId: string,
): Promise<PreviewedRoutes> {
  const { caller_id_pool: pool } = campaign.orchestrator_metadata;
  try {
    const { spacingMs, ownNumbers } = await openRoute(dialler, campaign, agentId);
    if (!pool) return { spacingMs, callerIdSpacingMs: 0, problems: [] };
    const callerIdSpacingMs = (pool.min_interval_seconds * 1_000) / ownNumbers.size;
    return { spacingMs, callerIdSpacingMs, problems: poolProblems(pool, ownNumbers, clock.now()) };
  } catch (error) {
    return { spacingMs: 0, callerIdSpacingMs: 0, problems: [problemOf(error)] };
  }
}

/** The numbers of a pool that are not dialled from. */
function poolProblems(pool: CallerIdPool, own: OwnNumbers, now: Date): readonly string[] {
  const lost = pool.numbers.filter((number) => !own.has(number));
  const resting = pool.numbers.filter((number) => pool.min_answer_rate !== null && isResting(own.get(number), now));
  return [
    ...(lost.length > 0
      ? [`Numbers of the caller ID pool that the organisation does not have: ${lost.join(', ')}`]
      : []),
    ...(resting.length > 0 ? [`Numbers of the caller ID pool that rest: ${resting.join(', ')}`] : []),
  ];
}

/** Calls that the campaign can have at once when the organisation has no others. */
export async function slotsOf(
  {
    organisations,
    limits,
  }: {
    readonly organisations: Pick<OrganisationRepository, 'find'>;
    readonly limits: { readonly concurrentCallsPerOrganisation: number };
  },
  { org_id, orchestrator_metadata }: Campaign,
): Promise<number> {
  const organisation = await organisations.find(org_id);
  if (!organisation) throw missing('Organisation');
  const limit = concurrentCallLimit(organisation, limits.concurrentCallsPerOrganisation);
  return Math.min(limit, orchestrator_metadata.max_concurrency);
}

/** What the quotas and the budget of the organisation say about this many further calls. */
export async function quotaProblems(
  { quotas }: { readonly quotas: Pick<QuotaKeeper, 'callsLeft'> },
  orgId: string,
  dials: number,
): Promise<readonly string[]> {
  try {
    const left = await quotas.callsLeft(orgId);
    if (dials <= left) return [];
    return [
      `The organisation may start ${left} more calls today, and ${dials} dials are expected: the campaign pauses when ` +
        'they are used up, unless it takes several days',
    ];
  } catch (error) {
    return [problemOf(error)];
  }
}

function problemOf(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  throw error;
}

/** When a campaign whose hours are the same for all contacts is open. */
export const opensFrom =
  (
    { timeZones }: { readonly timeZones: TimeZones },
    { orchestrator_metadata: { schedule_config: schedule } }: Campaign,
  ): ForecastRules['opensFrom'] =>
  (at) => {
    if (!schedule || followsContacts(schedule) || isOpen(schedule, at, timeZones.offsetAt)) return at;
    return nextOpening(schedule, [schedule.timezone], at, timeZones.offsetAt, () => false);
  };
