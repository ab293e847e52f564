import type { EndOfTurnCause } from './conversation-events.ts';
import type { ConversationStep } from './conversation-step.ts';
import { toolCallId, withNotes, withToolCalls, withUserWords, type Tool } from './conversation-context.ts';
import { endOfTurnDue, lookOfTurn } from './end-of-turn-due.ts';
import { endTurnBeforeHandover } from './handover-call.ts';
import { adoptPreemptiveGeneration } from './preemptive-generation.ts';
import { availableTools } from './stage-state.ts';
import { discardForStage, endTurnInStage } from './stages.ts';
import type { Generation } from './generation-state.ts';
import type { AnsweredCall } from './tool-state.ts';
import { isVendorTurn, NO_CALLER_TURN, wordsOfTurn, type CallerTurn, type ConfirmedTurn } from './state.ts';

/** Ends the utterance. Tries to end a confirmed turn, and discards another. */
export function endUtterance(step: ConversationStep): void {
  const { caller } = step.state;
  if (caller.status !== 'confirmed') {
    step.set({ caller: nextTurn(step), callerSignalAt: step.at });
    return step.resumeOutput();
  }
  // Interim words are answered even if no final transcript repeats them, so observers need them as final.
  if (caller.interimWords !== '') step.emit({ type: 'caller_transcript', text: caller.interimWords, final: true });
  step.set({ caller: { ...caller, activity: 'silent', finalWords: wordsOfTurn(caller), interimWords: '' } });
  reportPause(step);
  tryEndTurn(step);
}

/** Silence after words, which timing is learned from. */
function reportPause(step: ConversationStep): void {
  const { caller, transcription } = step.state;
  if (caller.silentAt === null || caller.endedBy !== 'silence' || isVendorTurn(step.state)) return;
  step.emit({
    ...{ type: 'caller_pause_started', silence_at: caller.silentAt, endpointing_ms: transcription.endpointingMs },
    ...lookOfTurn(step.state),
  });
}

/** Ends the turn and starts the generation, once its end is due and every agent speech has ended. */
export function tryEndTurn(step: ConversationStep): void {
  const { phase, caller, speeches } = step.state;
  if (phase !== 'open' || caller.status !== 'confirmed' || caller.activity !== 'silent' || speeches.length > 0) return;
  const due = endOfTurnDue(step.state);
  if (due && due.at <= step.at) endTurn(step, caller, due.cause);
}

function endTurn(step: ConversationStep, caller: ConfirmedTurn, cause: EndOfTurnCause): void {
  const { notes, answeredUtterance } = step.state;
  const words = withNotes(notes, caller.finalWords);
  const isHandedOver = endTurnBeforeHandover(step, caller.finalWords);
  discardForStage(step, caller.finalWords);
  adoptPreemptiveGeneration(step, words);
  const { messages, tools, handover } = step.state;
  step.emit({ type: 'turn_ended', text: words, started_at: caller.startedAt, ended_by: cause });
  step.set({
    // What agrees to a handover is not what the next agent answers.
    ...(isHandedOver ? {} : { messages: withUserWords(messages, words), notes: '' }),
    caller: nextTurn(step),
    answeredUtterance: caller.utterance ?? answeredUtterance,
    tools: { ...tools, rounds: 0, answered: [] },
    ...(handover.sinceTurn > 0 && { handover: { ...handover, sinceTurn: 0 } }),
  });
  answerTurn(step, caller, isHandedOver);
}

/** What follows the caller's turn: the consent or the stages decide, else the model answers, or the next agent of a handover. */
function answerTurn(step: ConversationStep, { finalWords: words, audio }: ConfirmedTurn, isHandedOver: boolean): void {
  const { consent } = step.state;
  if (consent.phase !== 'none') step.set({ consent: { ...consent, reply: { words, audio } } });
  if (consent.phase === 'asking' || endTurnInStage(step, words, audio)) return;
  if (!isHandedOver) return startGeneration(step, { tools: availableTools(step.state), audio });
  step.set({ tools: { ...step.state.tools, reply: { audio, afterWords: true } } });
}

/** Starts the generation of a reply. Answers of tools that no turn waited for join its context. */
export function startGeneration(
  step: ConversationStep,
  { tools: offered, audio }: { tools: readonly Tool[]; audio: boolean },
): void {
  const { nextId: id, settings, tools } = step.state;
  const messages = tools.late.reduce(
    (context, { run, call, content, outcome }) =>
      withToolCalls(context, [{ ...call, id: toolCallId(run * 100 + 99) }], content, outcome !== 'ok'),
    step.state.messages,
  );
  step.set({
    messages,
    generation: newGeneration(
      id,
      audio,
      offered.map(({ name }) => name),
    ),
    nextId: id + 1,
    tools: { ...tools, answered: notToRepeat(tools.answered), late: [], reply: null, preamble: null },
  });
  step.do({ do: 'generate', generation: id, messages, tools: offered });
  if (settings.hold && audio)
    step.do({ do: 'scheduleHoldMessage', ms: settings.hold.afterMs, messages: settings.hold.messages });
}

/** Calls that a generation of the same turn does not repeat although it has read their answers. */
const notToRepeat = (answered: readonly AnsweredCall[]): readonly AnsweredCall[] =>
  answered.flatMap((each) => (each.outcome === 'failed' ? [] : [{ ...each, isRead: true }]));

/** No turn, or the background that still sounds. */
const nextTurn = ({ state, at }: ConversationStep): CallerTurn =>
  state.hasBackground
    ? { status: 'unconfirmed', activity: 'speaking', startedAt: at, silentAt: null, endedBy: 'silence' }
    : NO_CALLER_TURN;

const newGeneration = (id: number, audio: boolean, offered: readonly string[]): Generation => ({
  id,
  speech: null,
  pending: { text: '', isStarted: false },
  outputAt: null,
  firstTokenAt: null,
  audio,
  written: 0,
  offered,
  calls: [],
});
