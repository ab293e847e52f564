import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { followsContacts, TIMEZONE_COLUMN } from '../../domain/campaigns/contact-hours.ts';
import type { DialledContact } from '../../domain/campaigns/contacts.ts';
import { timeInWords, type CallbackTime } from '../../domain/campaigns/callback-time.ts';
import { REFUSAL_TEXTS } from '../../domain/campaigns/refusal.ts';
import { isOpen, nextOpening } from '../../domain/campaigns/schedule.ts';
import { invalid, rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import { contactFault, type ContactRulePorts } from './contact-rules.ts';

interface Ports extends ContactRulePorts {
  readonly suppressions: Pick<SuppressionRepository, 'find'>;
}

/** The contact, in the zone that the person said: it stands where the campaign reads zones. */
export function contactIn(campaign: Campaign, contact: DialledContact, timezone: string | null): DialledContact {
  if (timezone === null) return contact;
  const column = campaign.orchestrator_metadata.schedule_config?.timezone_column ?? TIMEZONE_COLUMN;
  return { ...contact, context_variables: { ...contact.context_variables, [column]: timezone } };
}

/**
 * The zones that a contact may be in: that of its column, else all of its number, else the schedule's. An unknown zone is
 * ignored: the column is validated only if the schedule uses it.
 */
export function zonesOfCallback(
  { numberPlan, timeZones, clock }: Pick<ContactRulePorts, 'numberPlan' | 'timeZones'> & { readonly clock: Clock },
  { orchestrator_metadata: { schedule_config: schedule } }: Campaign,
  { phone_number, context_variables }: DialledContact,
): readonly string[] {
  const written = context_variables[schedule?.timezone_column ?? TIMEZONE_COLUMN]?.trim() ?? '';
  if (written !== '' && timeZones.offsetAt(written, clock.now()) !== null) return [written];
  const { zones } = numberPlan.placeOf(phone_number);
  return zones.length === 0 && schedule ? [schedule.timezone] : zones;
}

/**
 * Rejects a callback that would not be made at its time: of a suppressed number, without a consent that holds then, and
 * outside the campaign's hours, with the next time within them. All of it is decided again with the dial.
 */
export async function requireCallable(
  ports: Ports,
  campaign: Campaign,
  contact: DialledContact,
  wanted: CallbackTime,
): Promise<void> {
  if (await ports.suppressions.find(campaign.org_id, contact.phone_number)) throw rejected(REFUSAL_TEXTS.suppressed);
  const fault = contactFault(ports, campaign, contact, wanted.at);
  if (fault && !('until' in fault)) throw rejected(REFUSAL_TEXTS[fault.reason]);
  const until = fault ? new Date(fault.until) : ownOpening(ports, campaign, wanted.at);
  if (until === null) return;
  const { offsetAt } = ports.timeZones;
  const why = fault?.reason === 'holiday' ? `${fault.holiday} is a public holiday` : 'the hours of calls are others';
  const next = timeInWords({ at: until, timezone: wanted.timezone }, offsetAt);
  throw invalid(`time must be within the hours of the campaign: ${why}. The next time is ${next}`);
}

/** When a schedule in its own zone opens next, if it is closed. Null: it is open. */
function ownOpening({ timeZones }: Ports, campaign: Campaign, at: Date): Date | null {
  const schedule = campaign.orchestrator_metadata.schedule_config;
  if (!schedule?.enabled || followsContacts(schedule) || isOpen(schedule, at, timeZones.offsetAt)) return null;
  const next = nextOpening(schedule, [schedule.timezone], at, timeZones.offsetAt, () => false);
  if (next === null) throw rejected('The schedule of the campaign is never open');
  return next;
}
