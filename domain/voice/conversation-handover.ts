import { startSpeech } from './agent-output.ts';
import { cancelPending, dropEarlier, summariseEarlier } from './context-summary.ts';
import { withAgentWords, withUserWords, type ChatMessage } from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import { cancelHandover } from './handover-call.ts';
import { HANDOVER_REFUSALS } from './handover-tool.ts';
import type { NextAgent } from './handover-state.ts';
import { discardPreemptiveGeneration } from './preemptive-generation.ts';
import { promptOf, withSystemPrompt } from './stage-prompt.ts';
import { collectedValues, newStageState, stageOf, type StageState } from './stage-state.ts';
import { startStage } from './stage-start.ts';
import { beginStages, speaks } from './stages.ts';
import type { Conversation, ConversationSettings } from './state.ts';
import type { TimeLimit } from './time-limit-state.ts';
import { continueAfterTools } from './tool-calls.ts';
import { isAwaitingTools } from './tool-state.ts';

/** An agent is ready to take over. Ignored once its call no longer counts. */
export function onAgentReady(step: ConversationStep, id: number, agent: NextAgent<ConversationSettings>): void {
  const { handover, tools, phase } = step.state;
  const run = tools.runs.find((each) => each.id === id && !each.isDetached);
  if (!run || phase !== 'open') return step.do({ do: 'discardAgent', run: id });
  step.set({ handover: { ...handover, next: { run: id, callIds: run.callIds, agent } } });
}

/**
 * Says what precedes a handover, and performs it once the present agent has spoken. While the caller has the turn, it waits for
 * the end of it, which decides. Runs after every input.
 */
export function followHandover(step: ConversationStep): void {
  const { handover, phase, caller, generation, speeches } = step.state;
  if (handover.announcement === null && handover.next === null) return;
  if (phase !== 'open' || generation !== null) return cancelHandover(step, HANDOVER_REFUSALS.interrupted);
  if (caller.status === 'confirmed' || speeches.length > 0) return;
  if (handover.announcement !== null) return announce(step, handover.announcement);
  if (handover.next !== null && !isAwaitingTools(step.state.tools))
    changeAgent(step, handover.next.run, handover.next.agent);
}

/** The words precede the answer of the call, as if the model had said them. */
function announce(step: ConversationStep, { run, words }: { readonly run: number; readonly words: string }): void {
  const { handover, messages, tools, nextId } = step.state;
  step.set({ handover: { ...handover, announcement: null } });
  const callIds = tools.runs.find(({ id }) => id === run)?.callIds ?? handover.next?.callIds ?? [];
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? [message.tool_calls ?? []] : []));
  const [first] = calls.findLast((each) => each.some(({ id }) => callIds.includes(id))) ?? [];
  // A handover that has failed by now is not announced.
  if (!first || tools.preamble !== null || tools.reply?.audio === false) return followHandover(step);
  step.set({ tools: { ...tools, preamble: { speech: nextId, callId: first.id } } });
  startSpeech(step, 'reply', words);
}

/** The next agent takes over: settings, tools and context are its own from now on. What belongs to the call stays. */
function changeAgent(
  step: ConversationStep,
  run: number,
  { target, agent, settings, context }: NextAgent<ConversationSettings>,
): void {
  const { state } = step;
  const { handover, tools, stage } = state;
  discardPreemptiveGeneration(step);
  cancelPending(step);
  const from = state.settings.agent;
  const left = stage && from ? { ...handover.left, [from.agent_id]: stage } : handover.left;
  const returned = returnedTo(settings, left[agent.agent_id]);
  step.set({
    settings: { ...ofCall(state, settings, step.at), agent },
    stage: returned ?? firstStage(settings),
    languageInDoubt: null,
    idlePromptsSpoken: 0,
    tools: {
      ...tools,
      ...{ rounds: 0, answered: [], preamble: null },
      runs: tools.runs.map((each) => ({ ...each, isOfAgentBefore: true })),
    },
    handover: {
      ...{ count: handover.count + 1, sinceTurn: handover.sinceTurn + 1, announcement: null, next: null, left },
      collected: { ...handover.collected, ...collectedValues(stage?.fields ?? {}) },
    },
  });
  step.set({ messages: withSystemPrompt(wordsIn(state.messages), promptOf(step.state)) });
  step.do({ do: 'changeAgent', run });
  const since = state.timeLimit.connectedAt ?? step.at;
  step.emit({ type: 'agent_changed', agent, target, ...(from && { from }), since });
  if (context === 'fields') dropEarlier(step);
  if (context === 'summary') summariseEarlier(step);
  begin(step, returned !== null);
}

/** The agent answers, unless its stage begins with words of its own. One that comes back continues where it was. */
function begin(step: ConversationStep, hasReturned: boolean): void {
  const now = stageOf(step.state);
  if (!hasReturned) beginStages(step);
  else if (now) startStage(step, now);
  const { stage, tools } = step.state;
  if (stage?.pendingActions && now) {
    const pendingActions = { ...stage.pendingActions, modelAnswers: !speaks(now) };
    return step.set({ stage: { ...stage, pendingActions } });
  }
  step.set({ tools: { ...tools, reply: { audio: tools.reply?.audio ?? true, afterWords: true } } });
  continueAfterTools(step);
}

const firstStage = ({ stages }: ConversationSettings): StageState | null => (stages ? newStageState(stages) : null);

/** Where an agent that comes back continues in its stages. Null: it was not there, or the stage is gone by now. */
const returnedTo = ({ stages }: ConversationSettings, left: StageState | undefined): StageState | null =>
  left && stages?.byId.has(left.id) ? { ...left, changes: 0, needsRuleCheck: false, pendingActions: null } : null;

/** The settings of the next agent, with those of the call: its consent, the handling of mailboxes, and the earlier limit. */
function ofCall({ settings, timeLimit }: Conversation, next: ConversationSettings, at: number): ConversationSettings {
  const { consent: _consent, voicemail: _voicemail, rejection: _rejection, limit: own, ...rest } = next;
  const limit = earlierLimit(settings.limit, own, at - (timeLimit.connectedAt ?? at));
  return {
    ...rest,
    ...(settings.consent && { consent: settings.consent }),
    ...(settings.voicemail && { voicemail: settings.voicemail }),
    ...(limit && { limit }),
  };
}

/** The limit of the call, or that of the next agent, which counts from now on. */
function earlierLimit(
  before: TimeLimit | undefined,
  own: TimeLimit | undefined,
  elapsedMs: number,
): TimeLimit | undefined {
  if (!own) return before;
  const moved = { ...own, maxMs: own.maxMs + elapsedMs };
  return before && before.maxMs <= moved.maxMs ? before : moved;
}

/** What was spoken. The next agent does not have the tools that were called, and would call them. */
const wordsIn = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.reduce<readonly ChatMessage[]>((words, { role, content }) => {
    if (role === 'user') return withUserWords(words, content);
    return role === 'assistant' ? withAgentWords(words, content) : words;
  }, []);
