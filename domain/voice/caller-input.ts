import { isBackchannel, isQuestion } from './backchannels.ts';
import type { ConversationStep } from './conversation-step.ts';
import { adoptPreemptiveGeneration } from './preemptive-generation.ts';
import { withNotes, withUserWords } from './messages.ts';
import { isSpeaking, NO_CALLER_TURN, wordsOfTurn, type Generation, type TextInputOptions } from './state.ts';
import { countWords } from './speech-detection.ts';

/** A backchannel answers the agent's question if the question ends within this time after it, in ms. */
const BACKCHANNEL_ANSWER_MS = 1_500;

/** The caller's speech starts: pauses agent output until words confirm the turn. */
export function onCallerSpeechStarted(step: ConversationStep): void {
  const { phase, muted, caller } = step.state;
  if (phase !== 'open' || muted || isSpeaking(caller)) return;
  const startedAt = caller.startedAt ?? step.at;
  step.restartWait({ caller: { ...caller, activity: 'speaking', startedAt } });
  step.emit({ type: 'caller_voice_activity', on: true });
  const agentIsBusy = step.state.generation !== null || step.state.speeches.length > 0;
  // With a minimum of several words the agent continues until they arrive: short sounds are to be ignored.
  // Sound without words pauses output once per turn. Otherwise a barking dog would silence the agent forever.
  if (agentIsBusy && wordsNeeded(step) <= 1 && caller.startedAt === null) step.pauseOutput();
}

/** A pause that may become the end of the utterance starts or ends. */
export function onCallerPaused(step: ConversationStep, paused: boolean): void {
  const { caller } = step.state;
  if (step.state.phase === 'open' && isSpeaking(caller))
    step.set({ caller: { ...caller, activity: paused ? 'paused' : 'speaking' } });
}

/** The caller's speech ends: waits for the final transcript. */
export function onCallerSpeechEnded(step: ConversationStep, silentAt: number): void {
  const { caller } = step.state;
  if (step.state.phase !== 'open' || !isSpeaking(caller)) return;
  step.restartWait({ caller: { ...caller, activity: 'awaiting_final', silentAt } });
  step.emit({ type: 'caller_voice_activity', on: false });
  if (caller.confirmed) step.emit({ type: 'caller_speech_ended', silence_at: silentAt });
}

/** An interim, stable or final transcript arrives. */
export function onTranscript(
  step: ConversationStep,
  { text, final, stable = final, processor }: { text: string; final: boolean; stable?: boolean; processor: string },
): void {
  if (step.state.phase !== 'open' || step.state.muted) return;
  const words = text.trim();
  if (words !== '') addWords(step, words, { final, stable });
  const { caller } = step.state;
  if (!final || isSpeaking(caller) || (words === '' && caller.activity === 'silent')) return;
  emitTranscriptionLatency(step, words, processor);
  endUtterance(step);
}

/** The final transcript is late: the interim one counts as final. */
export const onFinalTranscriptTimeout = (step: ConversationStep): void => endUtterance(step);

/** Sound continues without further words: ends the utterance. */
export function onTurnStalled(step: ConversationStep): void {
  onCallerSpeechEnded(step, step.at);
  endUtterance(step);
}

/**
 * Text input: a whole turn, without a minimum of words. With `runImmediately: false` it interrupts nothing and waits in
 * the context for the next turn.
 */
export function onCallerText(
  step: ConversationStep,
  { text, runImmediately = true, audioResponse = true }: { readonly text: string } & TextInputOptions,
): void {
  const words = text.trim();
  const { phase, caller, notes } = step.state;
  if (phase !== 'open' || words === '') return;
  const takesTurn = runImmediately && !isSpeaking(caller);
  step.emit({ type: 'caller_transcript', text: words, final: true, ...(takesTurn && { typed: true }) });
  if (!runImmediately) return step.set({ notes: `${notes} ${words}`.trim() });
  const turn = { audio: audioResponse, startedAt: caller.startedAt ?? step.at, silentAt: step.at };
  step.set({ caller: { ...caller, ...turn } });
  confirmTurn(step);
  step.set({ caller: { ...step.state.caller, finalWords: `${caller.finalWords} ${words}`.trim() } });
  tryEndTurn(step);
}

/** Ends the turn and starts the generation, once the caller is silent and every agent speech has ended. */
export function tryEndTurn(step: ConversationStep): void {
  const { phase, caller, notes, speeches, settings, nextId } = step.state;
  if (phase !== 'open' || caller.activity !== 'silent' || caller.finalWords === '' || speeches.length > 0) return;
  adoptPreemptiveGeneration(step);
  const words = withNotes(notes, caller.finalWords);
  const messages = withUserWords(step.state.messages, words);
  step.emit({ type: 'turn_ended', text: words, started_at: caller.startedAt ?? step.at });
  step.restartWait({
    messages,
    caller: NO_CALLER_TURN,
    notes: '',
    generation: newGeneration(nextId, caller.audio),
    nextId: nextId + 1,
  });
  step.do({ do: 'generate', generation: nextId, messages, tools: settings.tools });
  if (settings.hold && caller.audio)
    step.do({ do: 'scheduleHoldMessage', ms: settings.hold.afterMs, messages: settings.hold.messages });
}

const newGeneration = (id: number, audio: boolean): Generation => ({
  id,
  speech: null,
  pending: { text: '', isStarted: false },
  firstTokenAt: null,
  audio,
  written: 0,
  calls: [],
});

/** An agent speech was played to its end. If it is a question, a backchannel over its last words answers it. */
export function onAgentQuestionPlayed(step: ConversationStep, question: string): void {
  const { lastBackchannel, caller } = step.state;
  step.set({ lastBackchannel: null });
  const answers = lastBackchannel && isQuestion(question) && step.at - lastBackchannel.at <= BACKCHANNEL_ANSWER_MS;
  if (!answers || step.state.phase !== 'open' || caller.startedAt !== null) return;
  step.set({ caller: { ...NO_CALLER_TURN, silentAt: step.at } });
  confirmTurn(step);
  step.set({ caller: { ...step.state.caller, finalWords: lastBackchannel.text } });
}

const isAgentAudible = (step: ConversationStep): boolean =>
  step.state.speeches.some((speech) => speech.startedAt !== null);

/** Words needed to take the turn: the configured minimum while the agent is audible, else one. */
const wordsNeeded = (step: ConversationStep): number =>
  isAgentAudible(step) ? Math.max(1, step.state.settings.interruptionMinWords) : 1;

/** Whether the words are a backchannel over the agent and not part of a confirmed turn. */
const isBackchannelOverAgent = (step: ConversationStep, words: string): boolean =>
  !step.state.caller.confirmed && isAgentAudible(step) && isBackchannel(words, step.state.settings.language);

function onBackchannel(step: ConversationStep, text: string): void {
  step.set({ lastBackchannel: { text, at: step.at } });
  step.resumeOutput();
}

function addWords(step: ConversationStep, words: string, { final, stable }: { final: boolean; stable: boolean }): void {
  step.emit({ type: 'caller_transcript', text: words, final });
  const counts = countWords(words);
  if (counts === 0 || counts < wordsNeeded(step)) return;
  if (isBackchannelOverAgent(step, words)) return onBackchannel(step, words);
  confirmTurn(step);
  const { caller } = step.state;
  const known = final
    ? { finalWords: `${caller.finalWords} ${words}`.trim(), interimWords: '' }
    : { interimWords: words };
  // Words without detected speech have no detected end either: the wait for the final transcript starts now.
  const activity = final || isSpeaking(caller) ? caller.activity : 'awaiting_final';
  // A caller who speaks gets a spoken reply, even after text input in the same turn.
  step.restartWait({ caller: { ...caller, ...known, stable, activity, audio: true } });
}

function confirmTurn(step: ConversationStep): void {
  const { caller } = step.state;
  if (caller.confirmed) return;
  const startedAt = caller.startedAt ?? step.at;
  step.set({ caller: { ...caller, confirmed: true, startedAt }, idlePromptsSpoken: 0, lastBackchannel: null });
  step.emit({ type: 'caller_turn_started' }, startedAt);
  if (!isSpeaking(caller) && caller.silentAt !== null)
    step.emit({ type: 'caller_speech_ended', silence_at: caller.silentAt });
  step.cancelGeneration();
  step.cancelSpeeches();
}

/** Ends the utterance. With words it tries to end the turn, without words it discards the turn. */
function endUtterance(step: ConversationStep): void {
  const { caller } = step.state;
  // Interim words are answered even if no final transcript repeats them, so observers need them as final.
  if (caller.interimWords !== '') step.emit({ type: 'caller_transcript', text: caller.interimWords, final: true });
  const finalWords = wordsOfTurn(caller);
  step.set({ caller: { ...caller, activity: 'silent', finalWords, interimWords: '' } });
  if (finalWords !== '') return tryEndTurn(step);
  step.restartWait({ caller: NO_CALLER_TURN });
  step.resumeOutput();
}

function emitTranscriptionLatency(step: ConversationStep, words: string, processor: string): void {
  const { silentAt, confirmed } = step.state.caller;
  if (words === '' || silentAt === null || !confirmed) return;
  step.emit({ type: 'stage_first_output', stage: 'stt', processor, model: null, started_at: silentAt });
}
