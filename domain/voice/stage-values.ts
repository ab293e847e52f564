import { readFieldValue } from '../agents/field-values.ts';
import type { StageField } from '../agents/stage-fields.ts';
import type { ConversationStep } from './conversation-step.ts';
import { collectedValues, NO_FIELD, type CollectedField } from './stage-state.ts';

/** The result of checking a value. `refused` has the reason. */
export type TakenValue =
  | { readonly now: 'collected' | 'unconfirmed' | 'failed' }
  | { readonly now: 'refused'; readonly reason: string };

/** Takes a value for a field. A wrong one counts as an attempt, and the last attempt closes the field. */
export function takeValue(step: ConversationStep, field: StageField, given: unknown): TakenValue {
  const known = knownField(step, field.name);
  if (known.state === 'failed') return { now: 'failed' };
  const read = readFieldValue(field, given);
  if ('reason' in read) {
    setField(step, field.name, afterMiss(known, field));
    return { now: 'refused', reason: read.reason };
  }
  const { value } = read;
  if (known.state !== 'missing' && known.value === value) return { now: known.state };
  const state = field.confirm ? 'unconfirmed' : 'collected';
  setField(step, field.name, { value, state, attempts: known.attempts, turn: step.state.stage?.turn ?? 0 });
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

/** Fills the fields that tools fill from the variables that an answer set. */
export function takeVariables(step: ConversationStep, variables: Readonly<Record<string, unknown>>): void {
  const { settings } = step.state;
  for (const { fields } of settings.stages?.byId.values() ?? [])
    for (const field of fields)
      if (field.filled_by === 'tool' && Object.hasOwn(variables, field.name))
        takeValue(step, field, variables[field.name]);
}

/** The field after a wrong value. What was collected before stays. */
function afterMiss(known: CollectedField, { attempts: most }: StageField): CollectedField {
  const attempts = known.attempts + 1;
  if (known.state === 'collected') return { ...known, attempts };
  return { ...known, attempts, value: null, state: attempts >= most ? 'failed' : 'missing' };
}

export const knownField = ({ state: { stage } }: ConversationStep, name: string): CollectedField =>
  stage?.fields[name] ?? NO_FIELD;

/** Sets a field. The rules of the stage are looked at again. */
function setField(step: ConversationStep, name: string, field: CollectedField): void {
  const { stage } = step.state;
  if (!stage) return;
  const fields = { ...stage.fields, [name]: field };
  step.set({ stage: { ...stage, fields, isUnsettled: true } });
  const collected = field.state === 'collected';
  if (collected || stage.fields[name]?.state === 'collected')
    step.emit({ type: 'field_changed', stage: stage.id, name, collected, values: collectedValues(fields) });
}
