import {
  CALLER_SILENCE,
  isSameCall,
  toolCallId,
  withToolAnswer,
  withToolCalls,
  withUserWords,
  type Tool,
  type ToolCall,
} from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import { TIMEOUTS_MS } from './call-timeouts.ts';
import { startGeneration } from './end-of-turn.ts';
import { handoverRefusal, isHandoverRun } from './handover-call.ts';
import type { Generation } from './generation-state.ts';
import { answerStageCalls, isStageCall } from './stage-calls.ts';
import { availableTools, collectedValues, isReadyToAnswer } from './stage-state.ts';
import { takeVariables } from './stage-values.ts';
import type { Conversation } from './state.ts';
import { cancelRun } from './tool-cancellation.ts';
import {
  isAwaitingTools,
  repeatedRun,
  waitingMessageOf,
  type AnsweredCall,
  type ToolReport,
  type ToolRun,
} from './tool-state.ts';

/** Consecutive responses of one turn that may call tools. The next one must answer. */
export const TOOL_ROUNDS_MAX = 5;
/** Calls of one response that are run. */
export const TOOL_CALLS_MAX = 8;
/** Content of a tool message until the answer replaces it. */
export const TOOL_PENDING = 'In progress. Do not call it again: the result will follow.';
/** Before the answer of a call that a turn repeats. */
export const NOT_REPEATED = 'Not run again: this turn ran it with the same arguments. Its answer was:';
const TOO_MANY = `Not run: at most ${TOOL_CALLS_MAX} calls at once.`;
const NOT_HERE = 'Not run: this tool is not available in this stage of the conversation.';
const NOT_IN_CALL = 'Not done: it is not possible in this call.';
const NO_ANSWER = {
  read: 'Failed: no answer in time.',
  acted: 'No answer yet. It may have taken effect or not. Do not call it again: a late result will follow.',
};

/** Whether another stage has this tool, and the model can still be told that this one does not. */
export function isToolOfOtherStage({ state }: ConversationStep, { name }: ToolCall): boolean {
  const { settings, stage, tools } = state;
  return stage !== null && tools.rounds < TOOL_ROUNDS_MAX && Object.hasOwn(settings.actions ?? {}, name);
}

/** The calls of tools that act, in their order. */
export function actionsIn({ state: { settings } }: ConversationStep, { calls }: Generation): readonly ToolCall[] {
  const { actions } = settings;
  return actions ? calls.filter(({ name }) => Object.hasOwn(actions, name)) : [];
}

/**
 * Runs the calls of a complete response in parallel. The model answers again when all are answered and the words before
 * them were played. A repeated call with side effects gets the answer of the first one instead of running again: while
 * that runs, when this generation had not read its answer, and after a success in the same turn.
 */
export function startToolCalls(step: ConversationStep, generation: Generation, called: readonly ToolCall[]): void {
  const calls = withOwnIds(step, called);
  const [first] = calls;
  if (!first) return;
  const { tools, messages } = step.state;
  const { speech, audio } = generation;
  step.set({
    messages: withToolCalls(messages, calls, TOOL_PENDING),
    tools: {
      ...tools,
      rounds: tools.rounds + 1,
      reply: calls.every((call) => needsNoReply(step, call)) ? null : { audio },
      preamble: speech === null ? null : { speech, callId: first.id },
    },
  });
  answerForStage(step, generation, calls);
  for (const [index, call] of calls.entries())
    if (index >= TOOL_CALLS_MAX) answerAtOnce(step, call, TOO_MANY);
    else if (!generation.offered.includes(call.name)) answerAtOnce(step, call, NOT_HERE);
    else if (!isStageCall(call)) startToolCall(step, call);
  // After words the silence counts from their end.
  if (audio && speech === null) scheduleWaitingMessage(step, TIMEOUTS_MS.tool_waiting_message);
  continueAfterTools(step);
}

const answerAtOnce = (step: ConversationStep, call: ToolCall, content: string): void =>
  step.set({ messages: withToolAnswer(step.state.messages, [call.id], content, true) });

/** Answers the calls that the conversation answers itself. Words that were said with them are reply enough, unless there is news. */
function answerForStage(step: ConversationStep, generation: Generation, calls: readonly ToolCall[]): void {
  const { offered, speech, written } = generation;
  const taken = calls.slice(0, TOOL_CALLS_MAX).filter((call) => isStageCall(call) && offered.includes(call.name));
  if (taken.length === 0) return;
  const hasNews = answerStageCalls(step, taken);
  const hasWords = speech !== null || written > 0;
  if (hasWords && !hasNews && taken.length === calls.length) step.set({ tools: { ...step.state.tools, reply: null } });
}

/** Starts a call that a stage makes. The words of `speech` precede its answer. */
export function runAction(
  step: ConversationStep,
  { name, arguments: given }: Pick<ToolCall, 'name' | 'arguments'>,
  speech: number | null,
): void {
  const [call] = withOwnIds(step, [{ id: toolCallId(step.state.nextId * 100), name, arguments: given }]);
  if (!call) return;
  const { tools, messages } = step.state;
  const hasWords = speech !== null && step.state.speeches.some(({ id }) => id === speech);
  step.set({
    messages: withToolCalls(messages, [call], TOOL_PENDING),
    tools: {
      ...tools,
      reply: { audio: true, ...tools.reply, afterWords: true },
      preamble: hasWords && tools.preamble === null ? { speech, callId: call.id } : tools.preamble,
    },
  });
  // A browser call cannot be transferred, for example.
  if (!Object.hasOwn(step.state.settings.actions ?? {}, name)) return answerAtOnce(step, call, NOT_IN_CALL);
  startToolCall(step, call);
  if (!hasWords) scheduleWaitingMessage(step, TIMEOUTS_MS.tool_waiting_message);
}

const needsNoReply = ({ state: { settings } }: ConversationStep, { name }: ToolCall): boolean =>
  settings.actions?.[name]?.needsNoReply === true;

/** The calls, each with an id of its own: some vendors number the calls of every response alike. */
function withOwnIds(
  { state: { messages, nextId } }: ConversationStep,
  calls: readonly ToolCall[],
): readonly ToolCall[] {
  const used = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])));
  return calls.map((call, index) => {
    const id = used.has(call.id) ? toolCallId(nextId * 100 + index) : call.id;
    used.add(id);
    return { ...call, id };
  });
}

function startToolCall(step: ConversationStep, call: ToolCall): void {
  const refusal = handoverRefusal(step.state, call);
  if (refusal !== null) return answerAtOnce(step, call, refusal);
  const { tools, nextId, settings } = step.state;
  const { hasSideEffects = false } = settings.actions?.[call.name] ?? {};
  const running = repeatedRun(tools, call);
  if (running) return joinRun(step, running, call);
  const known = tools.answered.findLast((answered) => isSameCall(answered.call, call));
  if (known) return repeatAnswer(step, known, call);
  const { stage } = step.state;
  const fieldUpdates = stage?.updates ?? 0;
  const run: ToolRun = { id: nextId, call, hasSideEffects, callIds: [call.id], isDetached: false, fieldUpdates };
  step.set({ tools: { ...tools, runs: [...tools.runs, run] }, nextId: nextId + 1 });
  step.do({ do: 'runTool', run: run.id, call, ...(stage && { fields: collectedValues(stage.fields) }) });
  step.emit({ type: 'tool_started', id: call.id, name: call.name });
}

/** The call gets the answer that is known. A model that has read it learns that nothing was done again. */
function repeatAnswer(step: ConversationStep, { content, outcome, isRead }: AnsweredCall, { id }: ToolCall): void {
  const answer = isRead ? `${NOT_REPEATED} ${content}` : content;
  step.set({ messages: withToolAnswer(step.state.messages, [id], answer, outcome !== 'ok') });
}

/** The turn waits for the running call. */
function joinRun(step: ConversationStep, running: ToolRun, call: ToolCall): void {
  // What stands for its answer in an earlier turn stays: the answer enters the context once.
  const callIds = running.isDetached ? [call.id] : [...running.callIds, call.id];
  const joined = { ...running, callIds, isDetached: false };
  const { tools } = step.state;
  step.set({ tools: { ...tools, runs: tools.runs.map((run) => (run === running ? joined : run)) } });
}

/** The words before the calls were played: the waiting message follows if the tools take longer. */
export function onWordsBeforeCallsPlayed(step: ConversationStep): void {
  if (step.state.phase === 'open') scheduleWaitingMessage(step, TIMEOUTS_MS.tool_waiting_after_words);
}

function scheduleWaitingMessage(step: ConversationStep, ms: number): void {
  const { settings, tools } = step.state;
  if (!isAwaitingTools(tools)) return;
  const messages = tools.runs
    .filter(({ isDetached }) => !isDetached)
    .map(({ call: { name, arguments: given } }) => waitingMessageOf(settings.actions?.[name], given));
  const message = messages.find((each) => each);
  if (message) step.do({ do: 'scheduleHoldMessage', ms, messages: [message] });
  else if (settings.hold && messages.includes(null))
    step.do({ do: 'scheduleHoldMessage', ms: settings.hold.afterMs, messages: settings.hold.messages });
}

/** A tool call was answered. */
export function onToolAnswered(
  step: ConversationStep,
  { run: id, content, outcome, variables = {} }: ToolReport,
): void {
  const run = step.state.tools.runs.find((each) => each.id === id);
  if (!run) return;
  const { tools } = step.state;
  const failed = outcome !== 'ok';
  const answer = { run: id, call: run.call, content, outcome, isRead: false };
  const runs = tools.runs.filter((each) => each !== run);
  const answered = run.hasSideEffects ? [...tools.answered, answer] : tools.answered;
  // The caller waits for news of what the agent did.
  const isNews = failed || !needsNoReply(step, run.call);
  const reply = tools.reply ?? (isNews ? { audio: true } : null);
  if (run.isDetached) {
    step.set({ tools: { ...tools, runs, answered, late: [...tools.late, answer], reply } });
  } else {
    step.set({
      tools: { ...tools, runs, answered, reply },
      messages: withToolAnswer(step.state.messages, run.callIds, content, failed),
    });
  }
  step.emit({ type: 'tool_done', id: run.call.id, name: run.call.name, outcome });
  if (!run.isOfAgentBefore) takeVariables(step, variables, run.fieldUpdates);
  continueAfterTools(step);
}

/**
 * The reply after the answers starts once every call is answered, no speech is open and the caller does not have the
 * turn.
 */
export function continueAfterTools(step: ConversationStep): void {
  const { tools, messages } = step.state;
  if (!tools.reply || !mayReply(step.state)) return;
  // An apology asked the caller to say it again. The answers stay in the context.
  const spokeLast = tools.late.length === 0 && messages.at(-1)?.role === 'assistant';
  if (spokeLast && !tools.reply.afterWords) return step.set({ tools: { ...tools, reply: null } });
  if (spokeLast) step.set({ messages: withUserWords(messages, CALLER_SILENCE) });
  step.do({ do: 'cancelHoldMessage' });
  startGeneration(step, { tools: offeredTools(step), audio: tools.reply.audio });
}

/** The tools that the next response of the turn may call. */
export function offeredTools({ state }: ConversationStep): readonly Tool[] {
  const { actions = {} } = state.settings;
  const available = availableTools(state);
  if (state.tools.rounds < TOOL_ROUNDS_MAX) return available;
  return available.filter(({ name }) => !Object.hasOwn(actions, name));
}

const mayReply = ({ phase, tools, caller, generation, speeches, stage, handover }: Conversation): boolean =>
  phase === 'open' &&
  isReadyToAnswer(stage) &&
  handover.next === null &&
  !isAwaitingTools(tools) &&
  caller.status !== 'confirmed' &&
  generation === null &&
  speeches.length === 0;

/**
 * Takes the turn from running tools: calls without side effects are cancelled, others finish without being waited for. Of a handover
 * the end of the turn decides.
 */
export function detachTools(step: ConversationStep): void {
  const { tools } = step.state;
  const isKept = (run: ToolRun): boolean => run.hasSideEffects || isHandoverRun(run);
  if (isAwaitingTools(tools)) step.do({ do: 'cancelHoldMessage' });
  for (const run of tools.runs) if (!isKept(run)) cancelRun(step, run);
  const runs = tools.runs.filter(isKept).map((run) => (isHandoverRun(run) ? run : { ...run, isDetached: true }));
  step.set({ tools: { ...tools, runs, rounds: 0, reply: null } });
}

/**
 * A tool did not answer, although it has a shorter limit of its own. The turn continues without it; the answer of a call
 * with side effects may still arrive.
 */
export function onToolTimeout(step: ConversationStep): void {
  for (const run of step.state.tools.runs.filter(({ isDetached }) => !isDetached)) {
    if (!run.hasSideEffects) {
      step.do({ do: 'cancelTool', run: run.id });
      onToolAnswered(step, { run: run.id, content: NO_ANSWER.read, outcome: 'failed' });
      continue;
    }
    const { tools, messages } = step.state;
    step.set({
      messages: withToolAnswer(messages, run.callIds, NO_ANSWER.acted, true),
      tools: { ...tools, runs: tools.runs.map((each) => (each === run ? { ...run, isDetached: true } : each)) },
    });
  }
  continueAfterTools(step);
}
