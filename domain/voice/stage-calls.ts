import { sharedBudget, type ValueBudget } from '../agents/field-values.ts';
import type { StageField } from '../agents/stage-fields.ts';
import type { StageCondition } from '../agents/stage-transitions.ts';
import { withToolAnswer, type ToolCall } from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import { NO_FIELD, STAGE_CHANGES_MAX, stageOf, type StageState } from './stage-state.ts';
import { CONFIRM_FIELDS, SET_FIELDS, STAGE_TOOLS } from './stage-tools.ts';
import { confirmValues, knownField, takeValue } from './stage-values.ts';
import { changeStage, isMet } from './stages.ts';

/** What the model reads of a call. `isNews`: it has to answer it, even if it has said something. */
interface StageAnswer {
  readonly content: string;
  readonly failed: boolean;
  readonly isNews: boolean;
}

/** Values of one call that are looked at. */
const VALUES_MAX = 20;

const refused = (content: string): StageAnswer => ({ content, failed: true, isNews: true });

/** Whether the conversation answers this call itself. */
export const isStageCall = ({ name }: ToolCall): boolean => STAGE_TOOLS.includes(name);

/**
 * Answers the calls of one response: values, then confirmations, then the change of the stage, whatever their order.
 * Returns whether the model has to speak about an answer.
 */
export function answerStageCalls(step: ConversationStep, calls: readonly ToolCall[]): boolean {
  const from = step.state.stage?.id;
  let hasNews = false;
  for (const tool of STAGE_TOOLS)
    for (const call of calls.filter(({ name }) => name === tool)) {
      const { content, failed, isNews } = answerOf(step, call, from);
      step.set({ messages: withToolAnswer(step.state.messages, [call.id], content, failed) });
      hasNews ||= isNews;
    }
  return hasNews;
}

function answerOf(step: ConversationStep, { name, arguments: given }: ToolCall, from: string | undefined): StageAnswer {
  if (name === SET_FIELDS) return setFields(step, given);
  if (name === CONFIRM_FIELDS) return confirmFields(step, given);
  return changeBy(step, given['stage'], from);
}

/** The fields that the caller fills in the present stage. */
const callerFields = ({ state }: ConversationStep): readonly StageField[] =>
  stageOf(state)?.fields.filter(({ filled_by }) => filled_by === 'caller') ?? [];

function setFields(step: ConversationStep, given: ToolCall['arguments']): StageAnswer {
  const fields = callerFields(step);
  // Models send an empty text for what they do not know.
  const values = Object.entries(given).filter(([, value]) => value !== null && value !== '');
  const [good, bad]: [string[], string[]] = [[], []];
  const read = values.slice(0, VALUES_MAX);
  for (const [name, value] of read) {
    const budget = { ...sharedBudget(read.length), isShared: read.length > 1 };
    const why = whyNotTaken(step, fields, { name, value, budget });
    if (why === null) good.push(name);
    else bad.push(why);
  }
  const open = fields.map(({ name }) => name).filter((name) => knownField(step, name).state === 'unconfirmed');
  const content = [
    good.length > 0 ? `Recorded: ${good.join(', ')}.` : 'Nothing was recorded.',
    ...bad.map((reason) => `Not recorded: ${reason}.`),
    ...missing(step, fields),
    ...(open.length > 0
      ? [`Read back and ask whether it is right, then call ${CONFIRM_FIELDS}: ${open.join(', ')}.`]
      : []),
  ].join(' ');
  const failed = bad.length > 0 || good.length === 0;
  return { content, failed, isNews: failed || open.length > 0 };
}

/** Takes a value. Null, or why it was not taken. */
function whyNotTaken(
  step: ConversationStep,
  fields: readonly StageField[],
  { name, value, budget }: { readonly name: string; readonly value: unknown; readonly budget: ValueBudget },
): string | null {
  const field = fields.find((each) => each.name === name);
  if (!field) return `${name.slice(0, 64)} is not a field of this stage`;
  const taken = takeValue(step, field, value, budget);
  if (taken.now === 'failed') return `${name} was given too often. Do not ask for it again`;
  if (taken.now !== 'refused') return null;
  return `${name} ${taken.reason}${isClosed(step, name) ? '. Do not ask for it again' : ''}`;
}

const isClosed = (step: ConversationStep, name: string): boolean => knownField(step, name).state === 'failed';

function missing(step: ConversationStep, fields: readonly StageField[]): string[] {
  const names = fields.filter(({ name, required }) => required && knownField(step, name).state === 'missing');
  return names.length === 0 ? [] : [`Still missing: ${names.map(({ name }) => name).join(', ')}.`];
}

/** A value is confirmed in a later turn than the one that gave it: the model cannot answer in the caller’s place. */
function confirmFields(step: ConversationStep, { correct, fields: named }: ToolCall['arguments']): StageAnswer {
  if (typeof correct !== 'boolean') return refused('Nothing was confirmed: correct must be true or false.');
  const wanted = Array.isArray(named) && named.length > 0 ? (named as unknown[]) : null;
  const open = callerFields(step).filter(({ name }) => knownField(step, name).state === 'unconfirmed');
  const meant = open.filter(({ name }) => wanted === null || wanted.includes(name));
  const ready = meant.filter(({ name }) => knownField(step, name).turn < (step.state.stage?.turn ?? 0));
  if (meant.length === 0) return refused('There is nothing to confirm.');
  if (ready.length === 0) return refused('Not confirmed: read it back, ask the caller, and wait for the answer.');
  confirmValues(step, ready, correct);
  const names = ready.map(({ name }) => name).join(', ');
  if (correct) return { content: `Confirmed: ${names}.`, failed: false, isNews: false };
  const closed = ready.filter(({ name }) => isClosed(step, name)).map(({ name }) => name);
  const again = closed.length === 0 ? 'Ask for it again.' : `Do not ask for it again: ${closed.join(', ')}.`;
  return { content: `Discarded: ${names}. ${again}`, failed: false, isNews: true };
}

/** The first change of a response counts: `from` is the stage in which the response began to act. */
function changeBy(step: ConversationStep, to: unknown, from: string | undefined): StageAnswer {
  const { stage } = step.state;
  const now = stageOf(step.state);
  if (!stage || !now || stage.id !== from) return refused('Not changed: the stage has changed already.');
  const exits = now.transitions.filter(({ on }) => on === 'call');
  const ways = exits.filter((each) => each.to === to);
  const [way] = ways;
  if (!way) return refused(`Not changed: the stages are ${exits.map((each) => each.to).join(', ')}.`);
  if (stage.changes >= STAGE_CHANGES_MAX)
    return refused(
      'Not changed: the stage changed too often since the caller last spoke. Speak with the caller first.',
    );
  const open = ways.some(({ when = [] }) => when.every((condition) => isMet(condition, stage.fields)));
  if (!open) return refused(`Not changed: ${unmet(way.when ?? [], stage.fields)}.`);
  changeStage(step, way.to, 'call');
  return { content: `The conversation is in the stage ${way.to} now.`, failed: false, isNews: true };
}

/** What keeps the stage from changing. */
const unmet = (conditions: readonly StageCondition[], fields: StageState['fields']): string =>
  conditions
    .filter((condition) => !isMet(condition, fields))
    .map(
      (condition) =>
        `${condition.field} ${(fields[condition.field] ?? NO_FIELD).state === 'collected' ? needed(condition) : 'is not known'}`,
    )
    .join(', ');

function needed({ is, is_not, at_least, at_most }: StageCondition): string {
  if (is !== undefined) return `must be ${is}`;
  if (is_not !== undefined) return `must not be ${is_not}`;
  if (at_least !== undefined && at_most !== undefined) return `must be from ${at_least} to ${at_most}`;
  return at_least === undefined ? `must be at most ${at_most}` : `must be at least ${at_least}`;
}
