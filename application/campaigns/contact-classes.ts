import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { followsContacts, TIMEZONE_COLUMN } from '../../domain/campaigns/contact-hours.ts';
import type { DialledContact } from '../../domain/campaigns/contacts.ts';
import type { DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import type { DialRefusal } from '../../domain/campaigns/refusal.ts';
import type { NumberPlace } from '../ports/number-plan.ts';
import { minuteOfDay } from '../../domain/campaigns/schedule.ts';
import { contactFault, type ContactRulePorts } from './contact-rules.ts';
import { rememberedOffsets } from './remembered-offsets.ts';

type Fault = DialDeferral | DialRefusal | null;

interface ContactClass {
  /** One of its contacts, for which the rules are asked. */
  readonly contact: DialledContact;
  /** What the rules said last, and from when until when that holds, in ms since the epoch. */
  fault: Fault;
  from: number;
  below: number;
}

/** Most classes. Beyond that, the expiry of consents is left out. */
const CLASSES_MAX = 10_000;
const MINUTE_MS = 60_000;

/**
 * Groups contacts for which the rules of a campaign say the same at any time: those with the same place, time zone and
 * consent. The rules are asked once per class and minute, for one of its contacts.
 */
export class ContactClasses {
  readonly #ports: ContactRulePorts;
  readonly #campaign: Campaign;
  readonly #isByPlace: boolean;
  readonly #ids = new Map<string, number>();
  readonly #classes: ContactClass[] = [];
  readonly #places = new WeakMap<NumberPlace, string>();
  #leavesOutExpiry = false;

  /** `isByPlace`: contacts of different places are of different classes in any case, because their hours matter. */
  constructor(ports: ContactRulePorts, campaign: Campaign, isByPlace = false) {
    this.#ports = { ...ports, timeZones: rememberedOffsets(ports.timeZones) };
    this.#campaign = campaign;
    this.#isByPlace = isByPlace;
  }

  /** The minute of the day at contacts of a class, by the first zone of their numbers. */
  minuteOf(classId: number, at: Date): number {
    const { numberPlan, timeZones } = this.#ports;
    const { contact } = this.#classes[classId]!;
    return minuteOfDay(numberPlan.placeOf(contact.phone_number).zones[0] ?? 'UTC', at, timeZones.offsetAt);
  }

  /** Whether some consents are taken as if they did not expire, because there are too many different ones. */
  get leavesOutExpiry(): boolean {
    return this.#leavesOutExpiry;
  }

  classOf(contact: DialledContact): number {
    const key = this.#keyOf(contact);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const { consent } = this.#campaign.orchestrator_metadata;
    if (this.#classes.length < CLASSES_MAX || consent === undefined) return this.#add(key, contact);
    this.#leavesOutExpiry = true;
    const { column, accepted_values, expiry_column } = consent;
    const variables = {
      [column]: accepted_values[0] ?? '',
      ...(expiry_column !== undefined && { [expiry_column]: '' }),
    };
    const lasting = { ...contact, context_variables: { ...contact.context_variables, ...variables } };
    const lastingKey = this.#keyOf(lasting);
    return this.#ids.get(lastingKey) ?? this.#add(lastingKey, lasting);
  }

  /** Why contacts of a class may not be dialled, as the rules said for one of them within the same minute, or before it opens. */
  faultOf(classId: number, at: Date): Fault {
    const known = this.#classes[classId]!;
    const now = at.getTime();
    if (now >= known.from && now < known.below) return known.fault;
    const fault = contactFault(this.#ports, this.#campaign, known.contact, at);
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const isDeferral = fault !== null && 'until' in fault;
    const below = isDeferral ? Date.parse(fault.until) : minute + MINUTE_MS;
    Object.assign(known, { fault, below, from: isDeferral ? now : minute });
    return fault;
  }

  /** Why a contact may not be dialled, asked for the contact itself where its class leaves something out. */
  faultNow(contact: DialledContact, classId: number, at: Date): Fault {
    return this.#leavesOutExpiry ? contactFault(this.#ports, this.#campaign, contact, at) : this.faultOf(classId, at);
  }

  #add(key: string, { phone_number, context_variables }: DialledContact): number {
    const id = this.#classes.length;
    const variables = this.#relevant(context_variables);
    this.#classes.push({
      contact: { phone_number, context_variables: variables },
      fault: null,
      from: Infinity,
      below: -Infinity,
    });
    this.#ids.set(key, id);
    return id;
  }

  /** The columns that the rules read. */
  #relevant(variables: DialledContact['context_variables']): Record<string, string> {
    const { schedule_config: schedule, consent } = this.#campaign.orchestrator_metadata;
    const columns = [schedule?.timezone_column ?? TIMEZONE_COLUMN, consent?.column, consent?.expiry_column];
    const named = columns.filter((column) => column !== undefined);
    return Object.fromEntries(named.map((column) => [column, (variables[column] ?? '').trim()]));
  }

  #keyOf({ phone_number, context_variables }: DialledContact): string {
    const { schedule_config: schedule, consent } = this.#campaign.orchestrator_metadata;
    if (!followsContacts(schedule) && !consent) return this.#isByPlace ? this.#placeKey(phone_number) : '';
    const cells = Object.values(this.#relevant(context_variables)).map((cell) => cell.toLowerCase());
    return [this.#placeKey(phone_number), ...cells].join('\n');
  }

  #placeKey(phoneNumber: string): string {
    const place = this.#ports.numberPlan.placeOf(phoneNumber);
    const known = this.#places.get(place) ?? `${place.zones.join()} ${place.countries.join()}`;
    this.#places.set(place, known);
    return known;
  }
}
