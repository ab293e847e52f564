import type { StageValue } from '../agents/field-values.ts';
import type { StageCondition } from '../agents/stage-transitions.ts';
import type { AgentStage } from '../agents/agent-stages.ts';
import { dropEarlier, summariseEarlier } from './context-summary.ts';
import { keypadEntry } from './conversation-context.ts';
import type { StageAction } from '../agents/stage-actions.ts';
import type { ConversationStep } from './conversation-step.ts';
import { discardPreemptiveGeneration } from './preemptive-generation.ts';
import { promptOf, withSystemPrompt } from './stage-prompt.ts';
import {
  isReadyToAnswer,
  NO_FIELD,
  STAGE_CHANGES_MAX,
  stageOf,
  type StageCause,
  type StageState,
} from './stage-state.ts';
import { startStage } from './stage-start.ts';
import { discardFindings } from './stage-values.ts';
import type { Conversation } from './state.ts';

/** The conversation begins in the first stage. */
export function beginStages(step: ConversationStep): void {
  const { stage } = step.state;
  const now = stageOf(step.state);
  if (!stage || !now) return;
  const modelAnswers = now.on_enter.some(isAnswered);
  const pendingActions = now.on_enter.length > 0 ? { actions: now.on_enter, modelAnswers } : null;
  step.set({ stage: { ...stage, pendingActions } });
  startStage(step, now);
  step.emit({ type: 'agent_stage_entered', stage: now.id, from: null, by: 'start' });
}

/**
 * The conversation comes to another stage: its instructions, tools and context apply from now on. What the stages do at
 * this change follows at the end of the step.
 */
export function changeStage(step: ConversationStep, to: string, by: StageCause): void {
  const { stage, settings } = step.state;
  const [from, next] = [stageOf(step.state), settings.stages?.byId.get(to)];
  if (!stage || !from || !next) return;
  discardPreemptiveGeneration(step);
  const before = stage.pendingActions?.actions ?? [];
  step.set({
    stage: {
      ...stage,
      ...{ id: to, changes: stage.changes + 1, needsRuleCheck: true },
      updatesWhenLeft: { ...stage.updatesWhenLeft, [from.id]: stage.updates },
      pendingActions: {
        actions: [...before, ...from.on_exit, { starts: to }, ...next.on_enter],
        modelAnswers: !speaks(next),
      },
    },
  });
  if (Object.hasOwn(stage.updatesWhenLeft, to)) discardFindings(step, next);
  step.set({ messages: withSystemPrompt(step.state.messages, promptOf(step.state)) });
  if (next.context === 'fields') dropEarlier(step);
  if (next.context === 'summary') summariseEarlier(step);
  step.emit({ type: 'agent_stage_entered', stage: to, from: from.id, by });
}

/** Whether the entry of a stage takes the place of the model's words. */
export const speaks = ({ on_enter }: AgentStage): boolean =>
  on_enter.some(({ say, end }) => say !== undefined || end === true) && !on_enter.some(isAnswered);

/** Whether the model learns what an action came to. */
const isAnswered = ({ tool, transfer, handover }: StageAction): boolean =>
  tool !== undefined || transfer !== undefined || handover !== undefined;

/** Whether a condition holds. */
export function isMet(condition: StageCondition, fields: StageState['fields']): boolean {
  const { value, state } = fields[condition.field] ?? NO_FIELD;
  if (condition.failed) return state === 'failed';
  return state === 'collected' && value !== null && compares(condition, value);
}

function compares(
  { is, is_not, at_least = -Infinity, at_most = Infinity }: StageCondition,
  value: StageValue,
): boolean {
  const isEqual = (is === undefined || value === is) && (is_not === undefined || value !== is_not);
  return isEqual && (typeof value !== 'number' || (value >= at_least && value <= at_most));
}

/** Follows the first rule of the present stage that applies. */
export function followRules(step: ConversationStep): void {
  const { stage } = step.state;
  if (!stage?.needsRuleCheck) return;
  step.set({ stage: { ...stage, needsRuleCheck: false } });
  const to = stage.changes < STAGE_CHANGES_MAX ? nextByRule(step.state) : null;
  if (to !== null) changeStage(step, to, 'fields');
}

/**
 * The stage that a rule leads to. When the conversation has come back to a stage, a rule applies again once one of its fields
 * was given or discarded since the stage was left: so a caller can change what they said.
 */
function nextByRule(state: Conversation): string | null {
  const now = stageOf(state);
  if (!state.stage || !now) return null;
  const { fields, updatesWhenLeft, id } = state.stage;
  const since = updatesWhenLeft[id] ?? -1;
  const required = now.fields.filter((field) => field.required).map(({ name }) => ({ field: name }));
  const rules = now.transitions.filter(({ on }) => on === 'fields');
  const applies = (conditions: readonly StageCondition[]): boolean =>
    conditions.every((condition) => isMet(condition, fields)) &&
    conditions.some(({ field }) => (fields[field] ?? NO_FIELD).update > since);
  return rules.find(({ when = required }) => applies(when))?.to ?? null;
}

/** The stage that a key of the caller leads to. */
function nextByKey(state: Conversation, words: string): string | null {
  const keys = stageOf(state)?.transitions.filter(({ on }) => on === 'key') ?? [];
  return keys.find(({ key = '' }) => words === keypadEntry(key))?.to ?? null;
}

/**
 * The caller's turn is about to be answered. Discards a generation for the present stage if these words, or fields that were
 * filled during the turn, can change the stage.
 */
export function discardForStage(step: ConversationStep, words: string): void {
  const { stage } = step.state;
  if (stage && (!isReadyToAnswer(stage) || nextByKey(step.state, words) !== null)) discardPreemptiveGeneration(step);
}

/** The caller's turn has ended with these words. Returns whether the stages decide how it is answered. */
export function endTurnInStage(step: ConversationStep, words: string, audio: boolean): boolean {
  const { stage, tools } = step.state;
  if (!stage) return false;
  step.set({ stage: { ...stage, turn: stage.turn + 1, changes: 0 } });
  const to = nextByKey(step.state, words);
  if (to !== null) changeStage(step, to, 'key');
  if (isReadyToAnswer(step.state.stage)) return false;
  step.set({ tools: { ...tools, reply: { audio, afterWords: true } } });
  return true;
}

/** The caller was silent for the time of the stage. */
export function onStageSilence(step: ConversationStep): void {
  const to = stageOf(step.state)?.transitions.find(({ on }) => on === 'silence')?.to;
  if (to !== undefined) changeStage(step, to, 'silence');
}
