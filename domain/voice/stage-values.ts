import { sharedBudget, readFieldValue, type StageValue, type ValueBudget } from '../agents/field-values.ts';
import type { StageField } from '../agents/stage-fields.ts';
import type { ConversationStep } from './conversation-step.ts';
import {
  collectedValues,
  NO_FIELD,
  stageOf,
  type CollectedField,
  type ConversationStage,
  type StageState,
  type StageValues,
} from './stage-state.ts';

/** The result of checking a value. `refused` has the reason. */
export type TakenValue =
  | { readonly now: 'collected' | 'unconfirmed' | 'failed' }
  | { readonly now: 'refused'; readonly reason: string };

/**
 * Takes a value for a field. A wrong one counts as an attempt, and the last attempt closes the field. One that could not be compared
 * because of others counts as none: it may be right, and is read when it is given alone.
 */
export function takeValue(step: ConversationStep, field: StageField, given: unknown, budget: ValueBudget): TakenValue {
  const known = knownField(step, field.name);
  if (known.state === 'failed') {
    setField(step, field.name, known);
    return { now: 'failed' };
  }
  const read = readFieldValue(field, given, budget);
  if ('value' in read) return setValue(step, field, read.value);
  if (read.isUndecided) return { now: 'refused', reason: read.reason };
  // What was collected before stays, and is not given again.
  const { update } = known;
  setField(step, field.name, afterMiss(known, field), known.state === 'collected' ? { update } : {});
  return { now: 'refused', reason: read.reason };
}

/** Sets a field to a value that fits. */
function setValue(step: ConversationStep, field: StageField, value: StageValue): TakenValue {
  const known = knownField(step, field.name);
  if ((known.state === 'collected' || known.state === 'unconfirmed') && known.value === value) {
    setField(step, field.name, known);
    return { now: known.state };
  }
  const { stage } = step.state;
  const state = field.confirm ? 'unconfirmed' : 'collected';
  const now = stageOf(step.state);
  if (now && field.filled_by === 'caller' && known.value !== null) discardFindings(step, now);
  setField(step, field.name, { ...known, value, state, turn: stage?.turn ?? 0 });
  return { now: state };
}

/** The caller has said whether these values are right. */
export function confirmValues(step: ConversationStep, fields: readonly StageField[], isCorrect: boolean): void {
  for (const field of fields) {
    const known = knownField(step, field.name);
    setField(
      step,
      field.name,
      isCorrect ? { ...known, state: 'collected' } : { ...afterMiss(known, field), value: null },
    );
  }
}

/**
 * Fills the fields that tools fill from the variables that an answer set. `since`: the updates of fields before the tool was
 * called. What it found out about values that the caller has given again since is not taken.
 */
export function takeVariables(
  step: ConversationStep,
  variables: Readonly<Record<string, unknown>>,
  since: number,
): void {
  const { settings } = step.state;
  const count = Object.keys(variables).length;
  for (const { fields } of settings.stages?.byId.values() ?? []) {
    const isOutdated = fields.some(
      ({ name, filled_by }) => filled_by === 'caller' && knownField(step, name).update > since,
    );
    for (const field of isOutdated ? [] : fields)
      if (field.filled_by === 'tool' && Object.hasOwn(variables, field.name))
        takeValue(step, field, variables[field.name], sharedBudget(count));
  }
}

/**
 * Discards what tools found out for a stage: the conversation returns to it, or one of the values it was about is another one
 * now. Otherwise a caller who was verified for one order could hear of the next.
 */
export function discardFindings(step: ConversationStep, { fields }: ConversationStage): void {
  for (const { name, filled_by } of fields)
    if (filled_by === 'tool' && knownField(step, name).state !== 'missing')
      setField(step, name, { ...NO_FIELD, attempts: knownField(step, name).attempts });
}

/** The field after a wrong value. What was collected before stays. */
function afterMiss(known: CollectedField, { attempts: most }: StageField): CollectedField {
  const attempts = known.attempts + 1;
  if (known.state === 'collected') return { ...known, attempts };
  return { ...known, attempts, value: null, state: attempts >= most ? 'failed' : 'missing' };
}

export const knownField = ({ state: { stage } }: ConversationStep, name: string): CollectedField =>
  stage?.fields[name] ?? NO_FIELD;

/** Sets a field, possibly to its present value. The rules of the stage are checked again. */
function setField(
  step: ConversationStep,
  name: string,
  field: CollectedField,
  { update = (step.state.stage?.updates ?? 0) + 1 }: Partial<Pick<CollectedField, 'update'>> = {},
): void {
  const { stage } = step.state;
  if (!stage) return;
  const fields = { ...stage.fields, [name]: { ...field, update } };
  step.set({ stage: { ...stage, fields, updates: Math.max(stage.updates, update), needsRuleCheck: true } });
  const before = stage.fields[name] ?? NO_FIELD;
  if (countsAs(before) === countsAs(field)) return;
  const collected = field.state === 'collected';
  step.emit({ type: 'field_changed', stage: stage.id, name, collected, values: allValues(step, fields) });
}

/** The value with which a field counts. Null: it does not. */
const countsAs = ({ state, value }: CollectedField): StageValue | null => (state === 'collected' ? value : null);

/** What is known, with what agents before this one found out. */
const allValues = ({ state: { handover } }: ConversationStep, fields: StageState['fields']): StageValues => ({
  ...handover.collected,
  ...collectedValues(fields),
});
