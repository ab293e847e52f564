import type { DialledContact } from './contacts.ts';
import type { DialDeferral } from './dial-deferral.ts';
import type { DialRefusal } from './refusal.ts';
import { isOpen, localDay, nextOpening, type OffsetAt } from './schedule.ts';
import type { ScheduleConfig } from './settings.ts';

/** The contact list's column of time zones, unless a schedule names another one. */
export const TIMEZONE_COLUMN = 'timezone';

/**
 * What contacts' hours depend on outside the campaign. `isOpen` of `schedule.ts` compares a time with the hours. Where all
 * contacts have the campaign's own hours, `admit-runs.ts` asks it alone.
 */
export interface HourRules {
  readonly offsetAt: OffsetAt;
  /** All zones and countries that a number may be in. */
  placeOf(phoneNumber: string): { readonly zones: readonly string[]; readonly countries: readonly string[] };
  /** The name of a country's holiday on a day. Null: none. */
  holidayOf(countries: readonly string[], day: string): string | null;
}

/** Whether the hours of a campaign differ from contact to contact. */
export const followsContacts = (schedule: ScheduleConfig | undefined): boolean =>
  schedule?.enabled === true && (schedule.use_contact_timezone === true || schedule.observe_holidays === true);

/**
 * The zones that a contact may be in: that of its column, else all zones of its number. The schedule's own zone where
 * these say nothing, or contacts' zones do not matter.
 */
export function zonesOfContact(
  schedule: ScheduleConfig,
  { phone_number, context_variables }: DialledContact,
  placeOf: HourRules['placeOf'],
): readonly string[] {
  if (schedule.use_contact_timezone !== true) return [schedule.timezone];
  const written = context_variables[schedule.timezone_column ?? TIMEZONE_COLUMN]?.trim() ?? '';
  if (written !== '') return [written];
  const { zones } = placeOf(phone_number);
  return zones.length > 0 ? zones : [schedule.timezone];
}

/** Whether a contact may be dialled now by the schedule: it is open in all zones that the contact may be in. */
export function isOpenFor(
  schedule: ScheduleConfig | undefined,
  contact: DialledContact,
  at: Date,
  rules: HourRules,
): boolean {
  if (!schedule || !followsContacts(schedule)) return isOpen(schedule, at, rules.offsetAt);
  const zones = zonesOfContact(schedule, contact, rules.placeOf);
  return (
    zones.every((timezone) => isOpen({ ...schedule, timezone }, at, rules.offsetAt)) &&
    holidayNow(schedule, contact, zones, at, rules) === null
  );
}

/** Zones named as evidence. */
const NAMED_ZONES_MAX = 20;

/** Why a contact may not be dialled now by the schedule: until when, or that it never may. Null: it may. */
export function closedFor(
  schedule: ScheduleConfig | undefined,
  contact: DialledContact,
  now: Date,
  rules: HourRules,
): DialDeferral | DialRefusal | null {
  if (!schedule || !followsContacts(schedule) || isOpenFor(schedule, contact, now, rules)) return null;
  const zones = zonesOfContact(schedule, contact, rules.placeOf);
  const timezones = zones.slice(0, NAMED_ZONES_MAX);
  const isClosedDay = (day: string): boolean => holidayOn(schedule, contact, day, rules) !== null;
  const until = nextOpening(schedule, zones, now, rules.offsetAt, isClosedDay);
  if (until === null) return { reason: 'no_common_hours', timezones, refused_at: now.toISOString() };
  const holiday = holidayNow(schedule, contact, zones, now, rules);
  return {
    ...(holiday === null ? { reason: 'outside_hours' as const } : { reason: 'holiday' as const, holiday }),
    timezones,
    until: until.toISOString(),
    deferred_at: now.toISOString(),
  };
}

function holidayNow(
  schedule: ScheduleConfig,
  contact: DialledContact,
  zones: readonly string[],
  at: Date,
  rules: HourRules,
): string | null {
  if (schedule.observe_holidays !== true) return null;
  const days = new Set(zones.map((zone) => localDay(zone, at, rules.offsetAt)));
  for (const day of days) {
    const holiday = day === null ? null : holidayOn(schedule, contact, day, rules);
    if (holiday !== null) return holiday;
  }
  return null;
}

const holidayOn = (
  { observe_holidays }: ScheduleConfig,
  { phone_number }: DialledContact,
  day: string,
  { placeOf, holidayOf }: HourRules,
): string | null => (observe_holidays === true ? holidayOf(placeOf(phone_number).countries, day) : null);
