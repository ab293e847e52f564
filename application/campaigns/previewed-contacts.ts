import type { Agent } from '../../domain/agents/agent.ts';
import { mergeVariables, namesWithoutValue, substitute } from '../../domain/agents/variables.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { ForecastContact } from '../../domain/campaigns/campaign-forecast.ts';
import { ERASED_NUMBER } from '../../domain/campaigns/contacts.ts';
import { dialCapReached, isCapped, type CountedDial, type DialCaps } from '../../domain/campaigns/dial-caps.ts';
import { deferralByCap, type DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import { NumberSet } from '../../domain/campaigns/number-set.ts';
import type { DialRefusal, RefusalReason, RefusedBy } from '../../domain/campaigns/refusal.ts';
import { agentOf } from '../../domain/campaigns/variants.ts';
import type { NumberDialRepository, NumberDials } from '../ports/number-dials.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import type { WorkPieces } from '../work-pieces.ts';
import type { CampaignAgents } from './calling-agents.ts';
import { ContactClasses } from './contact-classes.ts';
import { dialFault, type ContactRulePorts } from './contact-rules.ts';
import type { PendingContact } from './pending-contacts.ts';

export interface PreviewedContactPorts extends ContactRulePorts {
  readonly suppressions: Pick<SuppressionRepository, 'among'>;
  readonly numberDials: Pick<NumberDialRepository, 'among'>;
}

/** A contact as the preview shows it. */
export interface PreviewedContact {
  readonly contact_index: number;
  readonly phone_number: string;
  /** `dial`: when its turn comes. */
  readonly decision: 'dial' | 'deferred' | 'refused';
  readonly reason: RefusalReason | DialDeferral['reason'] | null;
  readonly until: string | null;
  /** Who calls, where several agents share the contacts. */
  readonly agent_id?: string;
  readonly system_prompt: string | null;
  readonly greeting_message: string | null;
  /** Names in the prompts without a value. */
  readonly missing_variables: readonly string[];
}

/** What is decided on a contact when its campaign begins. Null: it is dialled when its turn comes. */
interface Judgement {
  readonly fault: DialDeferral | DialRefusal | null;
  /** Null: it is not dialled at all. */
  readonly forecast: ForecastContact | null;
}

/** How many contacts may be dialled. */
export interface ContactCounts {
  readonly total: number;
  /** To be dialled, at once or later. */
  readonly to_dial: number;
  readonly refused: number;
  readonly refused_by: RefusedBy;
  /** Of those to be dialled, those that may not be dialled at the beginning. */
  readonly deferred: number;
  readonly deferred_by: Readonly<Partial<Record<DialDeferral['reason'], number>>>;
  readonly duplicates: number;
  /** Rows of the list without a number that can be dialled. */
  readonly skipped_rows: number;
}

/** Contacts shown with their prompts. */
const SHOWN = 20;
/** Characters of a prompt that are shown. */
const PROMPT_MAX = 20_000;

/**
 * Judges contacts as the engine would at a time, in batches, and counts what is decided. With a stride above 1, one in
 * that many contacts is judged, and those that follow it count as it.
 */
export class PreviewedContacts {
  readonly #ports: PreviewedContactPorts;
  readonly #record: CampaignRecord;
  readonly #agents: CampaignAgents;
  readonly #caps: DialCaps;
  readonly #isCapped: boolean;
  readonly #at: Date;
  readonly #stride: number;
  readonly #pieces: WorkPieces;
  readonly #numbers = new NumberSet();
  readonly #forecasts: ForecastContact[] = [];
  readonly #plainOfClass: ForecastContact[] = [];
  readonly #refused: Partial<Record<RefusalReason, number>> = {};
  readonly #deferred: Partial<Record<DialDeferral['reason'], number>> = {};
  #last: Judgement | null = null;
  readonly classes: ContactClasses;
  readonly shown: PreviewedContact[] = [];
  /** Contacts to dial, by agent. */
  readonly byAgent = new Map<string, number>();
  judged = 0;
  #total = 0;
  #duplicates = 0;
  /** Contacts of the list up to the last one: their positions are consecutive. */
  #contactsRead = 0;

  constructor(
    ports: PreviewedContactPorts,
    about: {
      record: CampaignRecord;
      agents: CampaignAgents;
      caps: DialCaps;
      at: Date;
      stride: number;
      pieces: WorkPieces;
      /** Whether calls are assumed to differ by the hour at the contact. */
      isByHour: boolean;
    },
  ) {
    this.#ports = ports;
    this.#record = about.record;
    this.#agents = about.agents;
    this.#caps = about.caps;
    this.#isCapped = isCapped(about.caps);
    this.#at = about.at;
    this.#stride = about.stride;
    this.#pieces = about.pieces;
    this.classes = new ContactClasses(ports, about.record.campaign, about.isByHour);
  }

  /** Those that may be dialled at once or later. */
  get forecasts(): readonly ForecastContact[] {
    return this.#forecasts;
  }

  /** What was counted. `listedRows`: rows of the contact list that were read, with its header. */
  counts(listedRows: number): ContactCounts {
    const [refused, deferred] = [this.#refused, this.#deferred];
    return {
      total: this.#total,
      to_dial: this.#forecasts.length,
      ...{ refused: sumOf(refused), refused_by: refused, deferred: sumOf(deferred), deferred_by: deferred },
      duplicates: this.#duplicates,
      skipped_rows: Math.max(0, listedRows - 1 - this.#contactsRead),
    };
  }

  get total(): number {
    return this.#total;
  }

  /** Judges the contacts of a batch. */
  async add(batch: readonly PendingContact[]): Promise<void> {
    const wanted = batch.filter(({ contact_index }, place) => this.#isJudged(contact_index, place));
    const { org_id } = this.#record.campaign;
    const numbers = wanted.map(({ phone_number }) => phone_number);
    const [listed, dials] = await Promise.all([
      this.#ports.suppressions.among(org_id, numbers),
      this.#isCapped ? this.#ports.numberDials.among(org_id, numbers) : [],
    ]);
    const entries = new Map(listed.map((entry) => [entry.phone_number, entry]));
    const counted = new Map(dials.map((each) => [each.phone_number, each]));
    const isWanted = new Set(wanted);
    for (const contact of batch) {
      if (isWanted.has(contact)) this.#last = this.#judge(contact, entries.get(contact.phone_number), counted);
      this.#count(contact, this.#last!);
      if (this.#pieces.isOver) await this.#pieces.pause();
    }
  }

  #isJudged = (contactIndex: number, place: number): boolean =>
    contactIndex % this.#stride === 0 || contactIndex < SHOWN || (this.#last === null && place === 0);

  #judge(
    contact: PendingContact,
    entry: Parameters<typeof dialFault>[0],
    counted: ReadonlyMap<string, NumberDials>,
  ): Judgement {
    this.judged += 1;
    const at = this.#at;
    if (contact.phone_number === ERASED_NUMBER) return { fault: ERASED(at), forecast: null };
    const classId = this.classes.classOf(contact);
    const fault = dialFault(entry, at, () => this.classes.faultNow(contact, classId, at));
    if (fault && !('until' in fault)) return { fault, forecast: null };
    const dials = counted.get(contact.phone_number)?.dials ?? [];
    const reached = this.#isCapped ? dialCapReached(dials, contact.queued_run_id ?? '', this.#caps, at) : null;
    return {
      fault: fault ?? (reached && deferralByCap(reached, at)),
      forecast: this.#forecastOf(contact, classId, dials),
    };
  }

  /** One object for all contacts of a class that were not dialled: there may be a million. */
  #forecastOf(
    { attempt, not_before }: PendingContact,
    classId: number,
    dials: readonly CountedDial[],
  ): ForecastContact {
    const notBefore = not_before === null ? null : Date.parse(not_before);
    if (attempt > 0 || notBefore !== null || dials.length > 0) return { classId, attempt, notBefore, dials };
    return (this.#plainOfClass[classId] ??= { classId, attempt, notBefore, dials });
  }

  #count(contact: PendingContact, { fault, forecast }: Judgement): void {
    this.#total += 1;
    this.#contactsRead = contact.contact_index + 1;
    if (contact.phone_number !== ERASED_NUMBER && !this.#numbers.add(contact.phone_number)) this.#duplicates += 1;
    const agentId = agentOf(this.#record.campaign, contact);
    if (forecast) this.#countToDial(forecast, agentId);
    if (fault && 'until' in fault) this.#deferred[fault.reason] = (this.#deferred[fault.reason] ?? 0) + 1;
    else if (fault) this.#refused[fault.reason] = (this.#refused[fault.reason] ?? 0) + 1;
    if (this.shown.length < SHOWN) this.#show(contact, fault, agentId);
  }

  #countToDial(forecast: ForecastContact, agentId: string): void {
    this.#forecasts.push(forecast);
    this.byAgent.set(agentId, (this.byAgent.get(agentId) ?? 0) + 1);
  }

  #show(contact: PendingContact, fault: Judgement['fault'], agentId: string): void {
    const shown = shownContact(contact, fault, this.#agents.get(agentId) ?? null);
    this.shown.push(this.#agents.size > 1 ? { ...shown, agent_id: agentId } : shown);
  }
}

/** An erased contact is suppressed, without evidence. */
const ERASED = (at: Date): DialRefusal => ({
  reason: 'suppressed',
  suppression: { reason: null, source: 'api', created_at: at.toISOString() },
  refused_at: at.toISOString(),
});

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function shownContact(
  { contact_index, phone_number, context_variables }: PendingContact,
  fault: DialDeferral | DialRefusal | null,
  agent: Agent | null,
): PreviewedContact {
  const until = fault !== null && 'until' in fault ? fault.until : null;
  const decision = until === null ? 'refused' : 'deferred';
  return {
    ...{ contact_index, phone_number, until },
    decision: fault === null ? 'dial' : decision,
    reason: fault?.reason ?? null,
    ...filledPrompts(agent, context_variables),
  };
}

function filledPrompts(
  agent: Agent | null,
  perContact: PendingContact['context_variables'],
): Pick<PreviewedContact, 'system_prompt' | 'greeting_message' | 'missing_variables'> {
  if (!agent) return { system_prompt: null, greeting_message: null, missing_variables: [] };
  const { custom_variables, prompts } = agent.config;
  const variables = mergeVariables(custom_variables, perContact);
  const filled = (text: string): string => substitute(text, variables).slice(0, PROMPT_MAX);
  return {
    system_prompt: filled(prompts.system_prompt),
    greeting_message: filled(prompts.greeting_message),
    missing_variables: namesWithoutValue(`${prompts.system_prompt}\n${prompts.greeting_message}`, variables),
  };
}
