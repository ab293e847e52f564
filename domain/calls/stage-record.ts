import type { StageValue } from '../agents/field-values.ts';
import type { ConversationEvent } from '../voice/conversation-events.ts';
import type { StageCause, StageValues } from '../voice/stage-state.ts';
import { redacted, type CallRedaction } from './redact.ts';

/** A stage that the conversation came to. */
export interface StageVisit {
  readonly stage: string;
  readonly at: string;
  readonly by: StageCause;
}

/** The stages of a call and what it found out, as the call log has them. */
export interface StageRecord {
  /** In their order. */
  readonly entered: readonly StageVisit[];
  /** The values that count, by the names of their fields. */
  readonly fields: StageValues;
}

/** Stages that the log has of a call. Later ones are left out. */
export const VISITS_MAX = 100;

/** The record after one more event. Null before the first stage, and without stages. */
export function recordStage(before: StageRecord | null, event: ConversationEvent): StageRecord | null {
  const { entered, fields } = before ?? { entered: [], fields: {} };
  if (event.type === 'field_changed') return { entered, fields: event.values };
  if (event.type !== 'agent_stage_entered' || entered.length >= VISITS_MAX) return before;
  const { stage, at, by } = event;
  return { entered: [...entered, { stage, at: new Date(at).toISOString(), by }], fields };
}

/**
 * The record without what is left out of what is stored of the call: values of fields named like a redacted variable, and
 * kinds of numbers and words in the others.
 */
export function redactedStages(record: StageRecord, redaction: CallRedaction): StageRecord {
  const hidden = redaction.values.map(([name]) => name);
  const fields = Object.entries(record.fields).map(([name, value]): [string, StageValue] => {
    if (hidden.includes(name)) return [name, `[${name}]`];
    if (typeof value === 'boolean') return [name, value];
    const text = redacted(String(value), redaction);
    return [name, text === String(value) ? value : text];
  });
  return { ...record, fields: Object.fromEntries(fields) };
}

/** The later of two reports, which can arrive in any order: a conversation only adds stages. */
export const laterStages = (known: StageRecord | undefined, reported: StageRecord): StageRecord =>
  known !== undefined && known.entered.length > reported.entered.length ? known : reported;
