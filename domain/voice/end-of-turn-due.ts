import type { EndOfTurnCause } from './conversation-events.ts';
import { TIMEOUTS_MS } from './call-timeouts.ts';
import { NO_NEW_WORDS_MS, TRUSTED_SOUND_MS, waitForLook } from './end-of-turn-waits.ts';
import { PROBE_ANSWER_MAX_MS, PROBE_INTERVAL_MS } from './probes.ts';
import { isSpeaking, isVendorTurn, wordsOfTurn, type ConfirmedTurn, type Conversation } from './state.ts';
import { wordsLook, type WordsLook } from './words-look.ts';

/** When the caller's turn or utterance ends, unless another input comes first, and why. */
export interface EndOfTurnDue {
  readonly at: number;
  readonly cause: EndOfTurnCause;
  /** When the caller really stopped. */
  readonly silentAt: number;
}

/** By how much the level falls later than the sound, in ms: it is averaged. */
const FADING_LATE_MS = 40;
/** Ends of an utterance after which unfinished words are waited for. */
const MAY_CONTINUE: readonly EndOfTurnCause[] = ['silence', 'fading', 'words'];

/** When the turn of this state ends. Null while only an input can end it. `docs/latency.md` has the table. */
export function endOfTurnDue(state: Conversation): EndOfTurnDue | null {
  const { phase, caller } = state;
  if (phase !== 'open') return null;
  if (isSpeaking(caller)) return dueInSpiteOfSound(state);
  if (caller.status !== 'confirmed') return null;
  if (caller.activity === 'silent') return dueAfterUtterance(state, caller);
  return isVendorTurn(state) ? dueWithoutVendor(state, caller) : null;
}

/** The utterance is over: its words decide how long the caller may still continue. */
function dueAfterUtterance(state: Conversation, caller: ConfirmedTurn): EndOfTurnDue {
  const silentAt = caller.silentAt ?? caller.wordsAt;
  const { endedBy } = caller;
  if (endedBy === 'silence' && isVendorTurn(state)) return dueWithoutVendor(state, caller);
  const waitMs = MAY_CONTINUE.includes(endedBy) ? lookWait(state) : 0;
  if (waitMs === 0) return { at: silentAt, cause: endedBy, silentAt };
  // Missing words have been waited for longer than for silence.
  const endpointingMs = caller.silentAt === null || endedBy === 'words' ? 0 : state.transcription.endpointingMs;
  const lateMs = endedBy === 'fading' ? FADING_LATE_MS : 0;
  return { at: silentAt + endpointingMs + waitMs - lateMs, cause: 'unfinished', silentAt };
}

/** The vendor decides. Silence bounds the wait for it. */
function dueWithoutVendor({ settings }: Conversation, caller: ConfirmedTurn): EndOfTurnDue {
  const silentAt = caller.silentAt ?? caller.wordsAt;
  return { at: silentAt + (settings.endpointing?.maxWaitMs ?? 0), cause: 'silence', silentAt };
}

/** Sound continues: its level or the words show that the caller stopped. */
function dueInSpiteOfSound(state: Conversation): EndOfTurnDue | null {
  const isLeftToVendor = state.settings.endpointing?.mode === 'vendor' && isVendorTurn(state);
  const byLevelOrWords = isLeftToVendor ? [] : [fadingDue(state), wordsDue(state)];
  const dues = [...byLevelOrWords, stalledDue(state)].filter((due) => due !== null);
  return dues.toSorted((one, other) => one.at - other.at)[0] ?? null;
}

/** The level fell to the background. Words that arrive long after that were said at the level of the background. */
function fadingDue(state: Conversation): EndOfTurnDue | null {
  const { caller, level, soundSince, transcription } = state;
  if (level.fadedSince === null || soundSince === null) return null;
  const fadedAt = Math.max(level.fadedSince, soundSince);
  const wordsAt = caller.status === 'confirmed' ? caller.wordsAt : 0;
  const isRefuted = wordsAt > fadedAt + (transcription.interimGapMs ?? 0) + transcription.endpointingMs;
  const silentAt = isRefuted ? wordsAt : fadedAt;
  return { at: silentAt + Math.max(transcription.endpointingMs, vendorWait(state)), cause: 'fading', silentAt };
}

/** No new words in spite of sound. Only while it is not interrupted: pauses end by silence. */
function wordsDue(state: Conversation): EndOfTurnDue | null {
  const { caller, level, hasBackground, transcription } = state;
  if (caller.status !== 'confirmed' || caller.activity !== 'speaking') return null;
  const trustMs = hasBackground || level.hasGate ? 0 : TRUSTED_SOUND_MS;
  const moreMs = trustMs + vendorWait(state);
  return transcription.interimGapMs === null
    ? dueByProbes(state, moreMs + lookWait(state))
    : dueByInterimWords(state, caller, transcription.interimGapMs + NO_NEW_WORDS_MS + moreMs);
}

function dueByInterimWords(state: Conversation, { wordsAt }: ConfirmedTurn, wordsMs: number): EndOfTurnDue | null {
  // Before the first interim words of a call, it is not known that the vendor has any.
  if (!state.hasInterimWords) return null;
  const { soundSince, speechSince, transcription, hasBackground } = state;
  const { endpointingMs } = transcription;
  const waitMs = Math.max(wordsMs, endpointingMs);
  // The background says nothing about the caller, whenever it starts.
  if (hasBackground) return { at: wordsAt + waitMs, cause: 'words', silentAt: wordsAt };
  // After a pause the next words need time. Noise interrupts sound again and again, so only one pause counts.
  const lastAt = Math.max(wordsAt, speechSince ?? 0);
  const at = Math.max(lastAt, soundSince ?? 0) + waitMs;
  return { at: Math.min(at, lastAt + endpointingMs + waitMs), cause: 'words', silentAt: wordsAt };
}

/** A probe had the words of one before, and no more. */
function dueByProbes({ probes }: Conversation, moreMs: number): EndOfTurnDue | null {
  const { sentAt, isAnswered, wordsBy } = probes;
  if (sentAt === null || wordsBy === null || sentAt - wordsBy < PROBE_INTERVAL_MS + moreMs) return null;
  return { at: sentAt + (isAnswered ? 0 : PROBE_ANSWER_MAX_MS), cause: 'words', silentAt: wordsBy };
}

/** Nothing shows whether the caller still speaks. Sound of the background without words ends nothing. */
function stalledDue({ caller, callerSignalAt, hasBackground, transcription }: Conversation): EndOfTurnDue | null {
  const signalAt = callerSignalAt ?? 0;
  const at = signalAt + TIMEOUTS_MS.stalled_turn;
  if (caller.status === 'confirmed') return { at, cause: 'stalled', silentAt: caller.wordsAt };
  const needsEnd = transcription.interimGapMs === null && !transcription.canProbe && !hasBackground;
  return needsEnd ? { at, cause: 'stalled', silentAt: at } : null;
}

const vendorWait = (state: Conversation): number =>
  isVendorTurn(state) ? (state.settings.endpointing?.maxWaitMs ?? 0) : 0;

function lookWait(state: Conversation): number {
  const { look, language } = lookOfTurn(state);
  return waitForLook(state.settings.endpointing?.waits, look, language);
}

/** How complete the words of the turn look, and their language. */
export function lookOfTurn({ caller, settings }: Conversation): {
  readonly look: WordsLook;
  readonly language: string;
} {
  const language = (caller.status === 'confirmed' ? caller.language : null) ?? settings.language;
  return { look: wordsLook(wordsOfTurn(caller), language), language };
}
