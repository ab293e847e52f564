import { isCapped, type DialCaps } from './dial-caps.ts';
import { followsContacts } from './contact-hours.ts';
import type { DialState } from './campaign-record.ts';
import type { QueuedRun } from './queued-run.ts';
import type { CampaignMetadata } from './settings.ts';

/** The rules by which contacts may have to wait, in short: hours, and the caps of the campaign and its organisation. */
export const deferralRules = ({ schedule_config }: CampaignMetadata, caps: DialCaps): string =>
  digest(JSON.stringify([schedule_config ?? null, caps.max_dials_per_day, caps.max_dials_per_week]));

/** From which contact on those that wait were judged by other rules than these. Null: none was. */
export function rejudgedFrom(
  { deferrals }: Pick<DialState, 'deferrals'>,
  { schedule_config }: CampaignMetadata,
  caps: DialCaps,
  rules: string,
): number | null {
  if (deferrals) return deferrals.rules === rules ? deferrals.from : 0;
  return isCapped(caps) || followsContacts(schedule_config) ? 0 : null;
}

/** Whether a waiting contact would be due if no rule made it wait: not a retry or a callback whose time has not come. */
export const isDeferred = ({ state, deferral, callback, not_before }: QueuedRun, now: Date): boolean =>
  state === 'queued' &&
  not_before !== null &&
  not_before > now.toISOString() &&
  Boolean(deferral) &&
  deferral!.deferred_at >= (callback?.requested_at ?? '');

/** 52 bits of a text: FNV-1a, twice. */
function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ (text.charCodeAt(at) + at), 0x85ebca6b);
  }
  return (one >>> 0).toString(16) + (other >>> 6).toString(16);
}
