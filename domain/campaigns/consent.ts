import type { DialledContact } from './contacts.ts';
import type { DialRefusal } from './refusal.ts';
import { localDay, type OffsetAt } from './schedule.ts';
import type { ConsentConfig } from './settings.ts';

const VALUE_MAX = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Whether a cell says when a consent expires: blank, a day, or a time with its offset. */
export function isExpiry(cell: string): boolean {
  const text = cell.trim();
  return text === '' || ((DAY.test(text) || TIME.test(text)) && !Number.isNaN(Date.parse(text)));
}

/**
 * Refuses a contact without a consent that holds, or returns null. A day ends when it has ended in the first of the zones
 * that the contact may be in.
 */
export function withoutConsent(
  config: ConsentConfig | undefined,
  { context_variables }: DialledContact,
  now: Date,
  { zones, offsetAt }: { readonly zones: readonly string[]; readonly offsetAt: OffsetAt },
): DialRefusal | null {
  if (!config) return null;
  const value = context_variables[config.column]?.trim() ?? '';
  const expires = config.expiry_column === undefined ? '' : (context_variables[config.expiry_column]?.trim() ?? '');
  const isGiven = config.accepted_values.some((accepted) => accepted.toLowerCase() === value.toLowerCase());
  if (isGiven && !hasExpired(expires, now, zones, offsetAt)) return null;
  const shown = {
    column: config.column,
    value: value.slice(0, VALUE_MAX),
    expires: expires.slice(0, VALUE_MAX) || null,
  };
  return { reason: 'no_consent', consent: shown, refused_at: now.toISOString() };
}

/** What cannot be read has expired. */
function hasExpired(expires: string, now: Date, zones: readonly string[], offsetAt: OffsetAt): boolean {
  if (expires === '') return false;
  if (!isExpiry(expires)) return true;
  if (!DAY.test(expires)) return now.getTime() >= Date.parse(expires);
  // A number of no country is judged by UTC.
  return (zones.length === 0 ? ['UTC'] : zones).some(
    (zone) => (localDay(zone, now, offsetAt) ?? now.toISOString().slice(0, 10)) > expires,
  );
}
