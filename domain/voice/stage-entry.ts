import type { StageAction } from '../agents/stage-actions.ts';
import { substitute, type CustomVariables } from '../agents/variables.ts';
import { startSpeech } from './agent-output.ts';
import type { ConversationStep } from './conversation-step.ts';
import { HAND_OVER } from './handover-tool.ts';
import { collectedValues, isReadyToAnswer, type StageStart } from './stage-state.ts';
import { startStage } from './stage-start.ts';
import { followRules } from './stages.ts';
import type { Conversation } from './state.ts';
import { continueAfterTools, runAction } from './tool-calls.ts';
import { isAwaitingTools } from './tool-state.ts';
import { TRANSFER_CALL } from './transfer-tool.ts';

/**
 * Performs what the stages do at their end and beginning, follows the rules of the present one once something changed, and
 * has the model answer. Runs after every input. While the caller has the turn, all of it waits for its end. The rules wait for
 * tools, whose answers they may be about.
 */
export function followStages(step: ConversationStep): void {
  const { stage } = step.state;
  if (stage === null || isReadyToAnswer(stage) || !mayFollow(step.state)) return;
  // Bounded by the changes of the stage between two turns of the caller.
  while (!isReadyToAnswer(step.state.stage) && mayFollow(step.state)) {
    performPending(step);
    if (isAwaitingTools(step.state.tools)) return;
    if (step.state.phase === 'open') followRules(step);
  }
  continueAfterTools(step);
}

const mayFollow = ({ phase, caller }: Conversation): boolean => phase === 'open' && caller.status !== 'confirmed';

/** Performs the pending actions. The model answers after them, unless words of the stage take the place of its own. */
function performPending(step: ConversationStep): void {
  const { stage } = step.state;
  if (!stage?.pendingActions) return;
  const { actions, modelAnswers } = stage.pendingActions;
  performAll(step, actions);
  step.set({ stage: { ...(step.state.stage ?? stage), pendingActions: null } });
  if (step.state.phase !== 'open') return;
  const { tools } = step.state;
  if (modelAnswers) step.set({ tools: { ...tools, reply: { audio: true, ...tools.reply, afterWords: true } } });
  else if (!isAwaitingTools(tools)) step.set({ tools: { ...tools, reply: null } });
}

/** Performs actions in their order. None follows one that ends the call. */
function performAll(step: ConversationStep, actions: readonly (StageAction | StageStart)[]): void {
  let last: number | null = null;
  for (const action of actions) {
    if (step.state.phase !== 'open') return;
    if ('starts' in action) {
      const stage = step.state.settings.stages?.byId.get(action.starts);
      if (stage) startStage(step, stage);
      continue;
    }
    const speech = step.state.nextId;
    perform(step, action, last);
    if (action.say !== undefined) last = speech;
  }
}

function perform(step: ConversationStep, action: StageAction, last: number | null): void {
  const { stage, settings } = step.state;
  const values = { ...settings.stages?.variables, ...collectedValues(stage?.fields ?? {}) };
  const { say, tool, transfer, handover, summary = '' } = action;
  if (say !== undefined) startSpeech(step, 'reply', substitute(say, values));
  else if (tool !== undefined) runAction(step, { name: tool, arguments: filled(action.arguments ?? {}, values) }, last);
  else if (handover !== undefined) runAction(step, { name: HAND_OVER, arguments: { target: handover } }, last);
  else if (transfer !== undefined)
    runAction(
      step,
      { name: TRANSFER_CALL, arguments: { target: transfer, summary: substitute(summary, values) } },
      last,
    );
  else endCall(step);
}

/** The agent's words are played to their end, then the call ends. */
function endCall(step: ConversationStep): void {
  step.stopAnswering();
  step.beginEnding('agent_ended');
  if (step.state.speeches.length === 0) step.hangUp('agent_ended');
}

/** Arguments with their texts filled. One that is a placeholder has the value itself. */
const filled = (given: Readonly<Record<string, unknown>>, values: CustomVariables): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? filledText(value, values) : value]),
  );

function filledText(text: string, values: CustomVariables): unknown {
  const name = text.startsWith('{{') && text.endsWith('}}') ? text.slice(2, -2) : null;
  return name !== null && Object.hasOwn(values, name) ? values[name] : substitute(text, values);
}
