import type { ConversationStep } from './conversation-step.ts';
import { endUtterance, tryEndTurn } from './end-of-turn.ts';
import { isBackchannelOverAgent, onBackchannel, takeTurn, wordsToInterrupt } from './interruption.ts';
import { countWords } from './speech-detection.ts';
import { isSpeaking, type TextInputOptions } from './state.ts';

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
  if (agentIsBusy && wordsToInterrupt(step) <= 1 && caller.startedAt === null) step.pauseOutput();
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
  takeTurn(step);
  step.set({ caller: { ...step.state.caller, finalWords: `${caller.finalWords} ${words}`.trim() } });
  tryEndTurn(step);
}

function addWords(step: ConversationStep, words: string, { final, stable }: { final: boolean; stable: boolean }): void {
  step.emit({ type: 'caller_transcript', text: words, final });
  const counts = countWords(words);
  if (counts === 0 || counts < wordsToInterrupt(step)) return;
  if (isBackchannelOverAgent(step, words)) return onBackchannel(step, words);
  takeTurn(step);
  const { caller } = step.state;
  const known = final
    ? { finalWords: `${caller.finalWords} ${words}`.trim(), interimWords: '' }
    : { interimWords: words };
  // Words without detected speech have no detected end either: the wait for the final transcript starts now.
  const activity = final || isSpeaking(caller) ? caller.activity : 'awaiting_final';
  // A caller who speaks gets a spoken reply, even after text input in the same turn.
  step.restartWait({ caller: { ...caller, ...known, stable, activity, audio: true } });
}

function emitTranscriptionLatency(step: ConversationStep, words: string, processor: string): void {
  const { silentAt, confirmed } = step.state.caller;
  if (words === '' || silentAt === null || !confirmed) return;
  step.emit({ type: 'stage_first_output', stage: 'stt', processor, model: null, started_at: silentAt });
}
