import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { withoutConsent } from '../../domain/campaigns/consent.ts';
import { closedFor, isOpenFor, zonesOfContact, type HourRules } from '../../domain/campaigns/contact-hours.ts';
import type { DialledContact } from '../../domain/campaigns/contacts.ts';
import type { DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import { refusalBy, type DialRefusal } from '../../domain/campaigns/refusal.ts';
import type { Suppression } from '../../domain/campaigns/suppression.ts';
import type { Holidays } from '../ports/holidays.ts';
import type { NumberPlan } from '../ports/number-plan.ts';
import type { TimeZones } from '../ports/time-zones.ts';

export interface ContactRulePorts {
  readonly timeZones: TimeZones;
  readonly numberPlan: NumberPlan;
  readonly holidays: Holidays;
}

const rulesOf = ({ timeZones, numberPlan, holidays }: ContactRulePorts): HourRules => ({
  offsetAt: timeZones.offsetAt,
  placeOf: numberPlan.placeOf,
  holidayOf: holidays.nameOf,
});

/** Whether a campaign's own rules allow to dial a contact now: its consent and its hours. */
export const mayBeDialled = (ports: ContactRulePorts, campaign: Campaign, contact: DialledContact, at: Date): boolean =>
  consentFault(ports, campaign, contact, at) === null &&
  isOpenFor(campaign.orchestrator_metadata.schedule_config, contact, at, rulesOf(ports));

/** Why a campaign's own rules do not allow to dial a contact now, and for how long, or null. */
export const contactFault = (
  ports: ContactRulePorts,
  campaign: Campaign,
  contact: DialledContact,
  now: Date,
): DialDeferral | DialRefusal | null =>
  consentFault(ports, campaign, contact, now) ??
  closedFor(campaign.orchestrator_metadata.schedule_config, contact, now, rulesOf(ports));

/** Why a contact is not dialled now: the entry of its number in the suppression list, else the campaign's own rules. */
export const dialFault = (
  entry: Suppression | undefined,
  now: Date,
  ownFault: () => DialDeferral | DialRefusal | null,
): DialDeferral | DialRefusal | null => (entry ? refusalBy(entry, now) : ownFault());

function consentFault(
  { timeZones, numberPlan }: ContactRulePorts,
  { orchestrator_metadata: { consent, schedule_config: schedule } }: Campaign,
  contact: DialledContact,
  now: Date,
): DialRefusal | null {
  if (!consent) return null;
  const zones = schedule?.use_contact_timezone
    ? zonesOfContact(schedule, contact, numberPlan.placeOf)
    : numberPlan.placeOf(contact.phone_number).zones;
  return withoutConsent(consent, contact, now, { zones, offsetAt: timeZones.offsetAt });
}
