import type { EndOfTurnCause } from './conversation-events.ts';
import type { ConversationStep } from './conversation-step.ts';
import { NO_PROBES } from './probe-state.ts';
import { endUtterance, tryEndTurn } from './end-of-turn.ts';
import { endOfTurnDue, type EndOfTurnDue } from './end-of-turn-due.ts';
import { isBackchannelOverAgent, onBackchannel, takeTurn, wordsToInterrupt } from './interruption.ts';
import { considerLanguage } from './language-switch.ts';
import { countWords } from './speech-detection.ts';
import { onProbeAnswered } from './probes.ts';
import { normalisedWords } from './words-look.ts';
import {
  isSpeaking,
  isVendorTurn,
  wordsOfTurn,
  type CallerTurn,
  type ConfirmedTurn,
  type Conversation,
  type ConversationInput,
  type TextInputOptions,
  type VendorTurnReport,
} from './state.ts';

type SpeechFacts = Pick<Conversation, 'level' | 'transcription'>;
type Transcript = Omit<Extract<ConversationInput, { readonly type: 'transcriptReceived' }>, 'type' | 'at'>;

/** Longest time after `rearm` in which sound that starts is the same sound, in ms. */
const CONTINUED_SOUND_MS = 600;
/** The same where interim words show soon that it is the caller after all. */
const BACKGROUND_MEMORY_MS = 20_000;

/** The caller's speech starts: pauses agent output until words confirm the turn. */
export function onCallerSpeechStarted(step: ConversationStep, { level, transcription }: SpeechFacts): void {
  const hasBackground = isBackground(step, { level, transcription });
  const isLouder = step.state.hasBackground && !hasBackground;
  step.set({ level, transcription, hasBackground, soundSince: step.at, speechSince: step.at, probes: NO_PROBES });
  const { phase, muted, caller } = step.state;
  if (phase !== 'open' || muted) return;
  if (isSpeaking(caller)) return isLouder && caller.status === 'unconfirmed' ? pauseForSpeech(step) : undefined;
  // The turn before the background waits for its final transcript.
  if (hasBackground && !isSilenceAwaited(caller)) return;
  startSpeaking(step, hasBackground);
}

/** Whether the caller is known to be silent: a turn that ended in spite of sound continues with words or louder sound only. */
const isSilenceAwaited = ({ status, activity, endedBy }: CallerTurn): boolean =>
  endedBy === 'silence' || (activity !== 'awaiting_final' && (status !== 'confirmed' || activity !== 'silent'));

/** Whether the sound that starts is background sound, as far as is known. */
function isBackground({ state, at }: ConversationStep, { level, transcription }: SpeechFacts): boolean {
  if (level.hasGate) return !level.isTrusted;
  const memoryMs = transcription.interimGapMs === null ? CONTINUED_SOUND_MS : BACKGROUND_MEMORY_MS;
  return state.rearmedAt !== null && at - state.rearmedAt <= memoryMs;
}

function startSpeaking(step: ConversationStep, hasBackground: boolean): void {
  const { caller } = step.state;
  const turn = caller.status === 'none' ? { ...caller, status: 'unconfirmed' as const, startedAt: step.at } : caller;
  step.set({ caller: { ...turn, activity: 'speaking' }, callerSignalAt: step.at });
  step.emit({ type: 'caller_voice_activity', on: true });
  if (!hasBackground && caller.status === 'none') pauseForSpeech(step);
}

function pauseForSpeech(step: ConversationStep): void {
  const { generation, speeches } = step.state;
  const agentIsBusy = generation !== null || speeches.length > 0;
  // With a minimum of several words the agent continues until they arrive: short sounds are to be ignored.
  // Sound without words pauses output once per turn. Otherwise a barking dog would silence the agent forever.
  if (agentIsBusy && wordsToInterrupt(step) <= 1) step.pauseOutput();
}

/** A pause that may become the end of the utterance starts or ends. */
export function onCallerPaused(step: ConversationStep, paused: boolean): void {
  const { caller } = step.state;
  if (step.state.phase !== 'open' || caller.status === 'none' || !isSpeaking(caller)) return;
  const sound = paused ? {} : { soundSince: step.at };
  step.set({ caller: { ...caller, activity: paused ? 'paused' : 'speaking' }, ...sound });
}

/** The caller's speech ends: waits for the final transcript. */
export function onCallerSpeechEnded(
  step: ConversationStep,
  silentAt: number,
  endedBy: EndOfTurnCause = 'silence',
): void {
  const { caller } = step.state;
  step.set({ hasBackground: false });
  if (step.state.phase !== 'open' || caller.status === 'none' || !isSpeaking(caller)) return;
  step.set({ caller: { ...caller, activity: 'awaiting_final', silentAt, endedBy }, callerSignalAt: step.at });
  step.emit({ type: 'caller_voice_activity', on: false });
  if (caller.status === 'confirmed') step.emit({ type: 'caller_speech_ended', silence_at: silentAt });
}

/** An interim, stable or final transcript arrives, or the vendor's report on the caller's turn. */
export function onTranscript(step: ConversationStep, transcript: Transcript): void {
  const { phase, muted, answeredUtterance } = step.state;
  if (phase !== 'open' || muted) return;
  // Results of an utterance that was answered already are late.
  if (answeredUtterance !== null && (transcript.utterance ?? Infinity) <= answeredUtterance) return;
  const words = transcript.text.trim();
  if (words !== '') addWords(step, words, transcript);
  recordReport(step, transcript);
  considerLanguage(step, transcript);
  if (transcript.turn === 'ended' && isVendorTurn(step.state)) return onVendorTurnEnded(step, transcript);
  if (transcript.final) onFinalTranscript(step, transcript);
  else onProbeAnswered(step);
}

function onFinalTranscript(step: ConversationStep, { text, processor }: Transcript): void {
  const { caller } = step.state;
  const words = text.trim();
  if (isSpeaking(caller) || (words === '' && caller.activity === 'silent')) return;
  emitTranscriptionLatency(step, words, processor);
  endUtterance(step);
}

function recordReport(step: ConversationStep, { turn, language, utterance }: VendorTurnReport): void {
  const { caller } = step.state;
  if (caller.status !== 'confirmed') return;
  const report = {
    vendorTurn: turn ?? caller.vendorTurn,
    language: language ?? caller.language,
    utterance: utterance ?? caller.utterance,
  };
  step.set({ caller: { ...caller, ...report } });
}

/** The vendor reports the end of the turn: it ends at once, in spite of sound. */
function onVendorTurnEnded(step: ConversationStep, transcript: Transcript): void {
  const { caller } = step.state;
  const isConfirmed = caller.status === 'confirmed';
  if (isSpeaking(caller))
    endSpeechInSpiteOfSound(step, { cause: 'vendor', silentAt: isConfirmed ? caller.wordsAt : step.at });
  else if (isConfirmed) step.set({ caller: { ...caller, endedBy: 'vendor' } });
  else return onFinalTranscript(step, transcript);
  emitTranscriptionLatency(step, transcript.text.trim(), transcript.processor);
  endUtterance(step);
}

/** What ends the turn, or its utterance, is due. */
export function onTurnEndDue(step: ConversationStep): void {
  const due = endOfTurnDue(step.state);
  if (due && isSpeaking(step.state.caller)) return endSpeechInSpiteOfSound(step, due);
  // The vendor reported no end, and no final transcript either: the words so far are the caller's.
  if (step.state.caller.activity === 'awaiting_final') onFinalTranscriptTimeout(step);
  else tryEndTurn(step);
}

/** Ends the caller's speech before silence did. Sound that continues is the background from now on. */
function endSpeechInSpiteOfSound(
  step: ConversationStep,
  { cause, silentAt }: Pick<EndOfTurnDue, 'cause' | 'silentAt'>,
): void {
  const { caller, level } = step.state;
  const isSounding = caller.activity === 'speaking' || level.fadedSince !== null;
  onCallerSpeechEnded(step, silentAt, cause);
  step.do({ do: 'endUtterance' });
  step.do({ do: 'rearm' });
  if (isSounding) step.set({ rearmedAt: step.at });
}

/** The final transcript is late: the interim one counts as final. */
export function onFinalTranscriptTimeout(step: ConversationStep): void {
  stopWaitingForVendor(step);
  endUtterance(step);
}

/** Silence did not end the utterance of a vendor that ends turns. */
function stopWaitingForVendor(step: ConversationStep): void {
  const { activity, endedBy } = step.state.caller;
  if (activity === 'awaiting_final' && endedBy === 'silence' && isVendorTurn(step.state))
    step.do({ do: 'endUtterance' });
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
  stopWaitingForVendor(step);
  const turn = takeTurn(step, step.at);
  const finalWords = `${turn.finalWords} ${words}`.trim();
  step.set({ caller: { ...turn, finalWords, silentAt: step.at, endedBy: 'text', audio: audioResponse } });
  tryEndTurn(step);
}

function addWords(step: ConversationStep, words: string, { final, stable = final }: Transcript): void {
  step.emit({ type: 'caller_transcript', text: words, final });
  if (!final) step.set({ hasInterimWords: true });
  const counts = countWords(words);
  if (counts === 0 || counts < wordsToInterrupt(step)) return;
  if (isBackchannelOverAgent(step, words)) return onBackchannel(step, words, final);
  const before = wordsOfTurn(step.state.caller);
  const turn = takeTurn(step);
  const known = final
    ? { finalWords: `${turn.finalWords} ${words}`.trim(), interimWords: '' }
    : { interimWords: words };
  const activity = final || isSpeaking(turn) ? turn.activity : activityOfWords(step, turn);
  // Speech gets a spoken reply, even after text input in the same turn.
  const caller = { ...turn, ...known, stable, activity, audio: true };
  const isNew = normalisedWords(wordsOfTurn(caller)) !== normalisedWords(before);
  const news = isNew ? { wordsAt: step.at, vendorTurn: null } : {};
  step.set({ caller: { ...caller, ...news }, callerSignalAt: step.at });
}

/**
 * Words without detected speech have no detected end either: the wait for the final transcript starts now. In sound that
 * passed for the background they are speech.
 */
const activityOfWords = (
  { state }: ConversationStep,
  { activity, endedBy }: ConfirmedTurn,
): ConfirmedTurn['activity'] =>
  state.hasBackground && activity === 'silent' && endedBy !== 'silence' ? 'speaking' : 'awaiting_final';

function emitTranscriptionLatency(step: ConversationStep, words: string, processor: string): void {
  const { status, silentAt } = step.state.caller;
  if (words === '' || silentAt === null || status !== 'confirmed') return;
  step.emit({ type: 'stage_first_output', stage: 'stt', processor, model: null, started_at: silentAt });
}
