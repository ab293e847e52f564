import { followsContacts } from '../../domain/campaigns/contact-hours.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { NO_CAPS, stricterCaps, type DialCaps } from '../../domain/campaigns/dial-caps.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { CampaignMetadata } from '../../domain/campaigns/settings.ts';
import { grouped } from './grouped.ts';
import type { Entry } from './ledger-carrier.ts';
import { isHoliday, offsetAt, placeOf } from './surroundings.ts';

const DAY_MS = 86_400_000;
/** So far the clock on the wall may be from the true time at most, in ms. */
const CLOCKS_MS = 3_600_000;

/** Caps of an organisation, and when they were asked for and answered. In monotonic milliseconds. */
export interface CapsInForce {
  readonly orgId: string;
  readonly caps: DialCaps;
  readonly since: number;
  answered: number;
}

/** A dial that was made, its run, and how its campaign stood. */
interface RuledDial extends Entry {
  readonly call: { readonly org_id: string };
  readonly run: QueuedRun | undefined;
  readonly seen: readonly Campaign[];
}

/** From the claim of a dial to its request at most. In milliseconds. */
const SEND_WITHIN_MS = 1_000;

/**
 * Dials of numbers beyond their caps. Which of two dials within a second was claimed first cannot be seen: the caps of either
 * may be those of the second one.
 */
export function beyondCaps(caps: readonly CapsInForce[], dials: readonly RuledDial[]): string[] {
  const byNumber = grouped(dials, ({ to, call: { org_id } }) => `${org_id} ${to}`);
  const byOrganisation = grouped(caps, ({ orgId }) => orgId);
  return dials.flatMap((dial) => {
    const { to, at, call } = dial;
    const ofOrganisation = byOrganisation.get(call.org_id) ?? [];
    const all = (byNumber.get(`${call.org_id} ${to}`) ?? []).filter((each) => each.at <= at);
    const together = all.filter((each) => each.at > at - SEND_WITHIN_MS);
    const surelyBefore = all.filter((each) => !together.includes(each));
    const isAllowed =
      isKept(ofOrganisation, dial, [...surelyBefore, dial]) &&
      together.some((each) => isKept(ofOrganisation, each, all));
    return isAllowed ? [] : [`${to} at ${at}`];
  });
}

/** Whether caps that may have been in force for a dial allow this many dials until then. */
const isKept = (
  ofOrganisation: readonly CapsInForce[],
  { at, seen }: RuledDial,
  dialled: readonly RuledDial[],
): boolean => {
  const isWithin = (cap: number | null, windowMs: number): boolean =>
    cap === null || dialled.filter((each) => each.at > at - windowMs).length <= cap;
  return capsAt(ofOrganisation, at).some((organisation) =>
    seen.some(({ orchestrator_metadata: { dial_caps = NO_CAPS } }) => {
      const { max_dials_per_day, max_dials_per_week } = stricterCaps(organisation, dial_caps);
      return isWithin(max_dials_per_day, DAY_MS - CLOCKS_MS) && isWithin(max_dials_per_week, 7 * DAY_MS - CLOCKS_MS);
    }),
  );
};

/** Dials of contacts that the rules of their campaign keep from being dialled. */
export const againstRules = (dials: readonly RuledDial[]): string[] =>
  dials.flatMap(({ to, wall, run, seen }) =>
    run && seen.some(({ orchestrator_metadata }) => mayBeCalled(orchestrator_metadata, run, wall))
      ? []
      : [`${to} at ${wall.toISOString()}`],
  );

/** Refusals without a reason in the contact or the settings. */
export const refusedWrongly = (
  runs: readonly QueuedRun[],
  versions: ReadonlyMap<string, readonly { readonly campaign: Campaign }[]>,
): string[] =>
  runs.flatMap(({ campaign_id, outcome, phone_number, context_variables: { consent, expires } }) => {
    if (outcome !== 'no_consent' && outcome !== 'no_common_hours') return [];
    const settings = (versions.get(campaign_id) ?? []).map(({ campaign }) => campaign.orchestrator_metadata);
    const isHours = settings.some(({ schedule_config }) => schedule_config?.use_contact_timezone);
    if (outcome === 'no_consent') return consent === 'no' || expires === '2026-03-01' ? [] : [phone_number];
    return isHours && placeOf(phone_number).zones.length > 1 ? [] : [phone_number];
  });

const isAgreed = (given: string | undefined, expires: string | undefined): boolean =>
  given?.toLowerCase() === 'yes' && expires !== '2026-03-01';

/** Whether a contact may be called by the rules of a campaign, said in another way than the engine's. */
function mayBeCalled(
  { schedule_config: schedule, consent }: CampaignMetadata,
  { phone_number, context_variables: { timezone, consent: given, expires } }: QueuedRun,
  wall: Date,
): boolean {
  if (consent && !isAgreed(given, expires)) return false;
  if (!schedule || !followsContacts(schedule)) return true;
  const { zones, countries } = placeOf(phone_number);
  const own = timezone ? [timezone] : zones;
  return (schedule.use_contact_timezone && own.length > 0 ? own : ['UTC']).every((zone) => {
    const local = new Date(wall.getTime() + offsetAt(zone) * 60_000).toISOString();
    const day = (new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
    const time = local.slice(11, 16);
    const isIn = schedule.slots.some(
      (slot) => slot.day_of_week === day && slot.start_time <= time && time < slot.end_time,
    );
    return isIn && !(schedule.observe_holidays && isHoliday(countries, local.slice(0, 10)));
  });
}

/** The caps that may have been in force at a time: those answered last, and those asked for since. */
function capsAt(all: readonly CapsInForce[], at: number): readonly DialCaps[] {
  const known = all.filter(({ since }) => since <= at);
  const last = Math.max(...known.filter(({ answered }) => answered <= at).map(({ since }) => since));
  const possible = known.filter(({ answered }) => answered >= last);
  return possible.length === 0 ? [NO_CAPS] : possible.map(({ caps }) => caps);
}
