import type { EndOfTurnCause } from './conversation-events.ts';
import type { ConversationStep } from './conversation-step.ts';
import { endUtterance, tryEndTurn } from './end-of-turn.ts';
import { isBackchannelOverAgent, onBackchannel, takeTurn, wordsToInterrupt } from './interruption.ts';
import { countWords } from './speech-detection.ts';
import { isSpeaking, type TextInputOptions } from './state.ts';

/** The caller's speech starts: pauses agent output until words confirm the turn. */
export function onCallerSpeechStarted(step: ConversationStep): void {
  const { phase, muted, caller } = step.state;
  if (phase !== 'open' || muted || isSpeaking(caller)) return;
  const turn = caller.status === 'none' ? { ...caller, status: 'unconfirmed' as const, startedAt: step.at } : caller;
  step.set({ caller: { ...turn, activity: 'speaking' }, callerSignalAt: step.at });
  step.emit({ type: 'caller_voice_activity', on: true });
  const agentIsBusy = step.state.generation !== null || step.state.speeches.length > 0;
  // With a minimum of several words the agent continues until they arrive: short sounds are to be ignored.
  // Sound without words pauses output once per turn. Otherwise a barking dog would silence the agent forever.
  if (agentIsBusy && wordsToInterrupt(step) <= 1 && caller.status === 'none') step.pauseOutput();
}

/** A pause that may become the end of the utterance starts or ends. */
export function onCallerPaused(step: ConversationStep, paused: boolean): void {
  const { caller } = step.state;
  if (step.state.phase === 'open' && caller.status !== 'none' && isSpeaking(caller))
    step.set({ caller: { ...caller, activity: paused ? 'paused' : 'speaking' } });
}

/** The caller's speech ends: waits for the final transcript. */
export function onCallerSpeechEnded(
  step: ConversationStep,
  silentAt: number,
  endedBy: EndOfTurnCause = 'silence',
): void {
  const { caller } = step.state;
  if (step.state.phase !== 'open' || caller.status === 'none' || !isSpeaking(caller)) return;
  step.set({ caller: { ...caller, activity: 'awaiting_final', silentAt, endedBy }, callerSignalAt: step.at });
  step.emit({ type: 'caller_voice_activity', on: false });
  if (caller.status === 'confirmed') step.emit({ type: 'caller_speech_ended', silence_at: silentAt });
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
  onCallerSpeechEnded(step, step.at, 'stalled');
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
  const turn = takeTurn(step, step.at);
  const finalWords = `${turn.finalWords} ${words}`.trim();
  step.set({ caller: { ...turn, finalWords, silentAt: step.at, endedBy: 'text', audio: audioResponse } });
  tryEndTurn(step);
}

function addWords(step: ConversationStep, words: string, { final, stable }: { final: boolean; stable: boolean }): void {
  step.emit({ type: 'caller_transcript', text: words, final });
  const counts = countWords(words);
  if (counts === 0 || counts < wordsToInterrupt(step)) return;
  if (isBackchannelOverAgent(step, words)) return onBackchannel(step, words);
  const turn = takeTurn(step);
  const known = final
    ? { finalWords: `${turn.finalWords} ${words}`.trim(), interimWords: '' }
    : { interimWords: words };
  // Words without detected speech have no detected end either: the wait for the final transcript starts now.
  const activity = final || isSpeaking(turn) ? turn.activity : 'awaiting_final';
  // Speech gets a spoken reply, even after text input in the same turn.
  step.set({ caller: { ...turn, ...known, stable, activity, audio: true }, callerSignalAt: step.at });
}

function emitTranscriptionLatency(step: ConversationStep, words: string, processor: string): void {
  const { status, silentAt } = step.state.caller;
  if (words === '' || silentAt === null || status !== 'confirmed') return;
  step.emit({ type: 'stage_first_output', stage: 'stt', processor, model: null, started_at: silentAt });
}
