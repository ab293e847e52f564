import { isBackchannel, isQuestion } from './backchannels.ts';
import type { Draft } from './draft.ts';
import { comeTrue } from './foresight.ts';
import { withNotes, withUserWords } from './messages.ts';
import { SILENT_CALLER, wordsSoFar, type Thinking, type TypedOptions } from './state.ts';
import { countWords } from './turns.ts';

/** An agreement is the answer to a question that was over so soon after it. In milliseconds. */
const OVERLAP_MS = 1_500;

/** Sound begins: the agent pauses at once, and words decide whether it has lost the floor. */
export function callerSounded(draft: Draft): void {
  const { phase, muted, caller } = draft.state;
  if (phase !== 'open' || muted || caller.talking) return;
  const startedAt = caller.startedAt ?? draft.at;
  draft.set({ caller: { ...caller, talking: true, awaitingFinal: false, startedAt }, moves: draft.state.moves + 1 });
  draft.tell({ type: 'caller_sounded', on: true });
  const agentIsBusy = draft.state.thinking !== null || draft.state.speeches.length > 0;
  // With a minimum of words the agent talks on until they are there: the operator wants short sounds ignored.
  // Sound that comes and goes without words holds it once, or a barking dog would silence it for good.
  if (agentIsBusy && wordsNeeded(draft) <= 1 && caller.startedAt === null) draft.hold();
}

/** A pause that may or may not become the end of the turn. */
export function callerPaused(draft: Draft, paused: boolean): void {
  const { caller } = draft.state;
  if (draft.state.phase === 'open' && caller.talking) draft.set({ caller: { ...caller, paused } });
}

/** Sound ends: the final result of the utterance is awaited. */
export function callerStopped(draft: Draft, silentAt: number): void {
  const { caller } = draft.state;
  if (draft.state.phase !== 'open' || !caller.talking) return;
  const silent = { talking: false, paused: false, awaitingFinal: true, silentAt };
  draft.set({ caller: { ...caller, ...silent }, moves: draft.state.moves + 1 });
  draft.tell({ type: 'caller_sounded', on: false });
  if (caller.confirmed) draft.tell({ type: 'caller_stopped', silence_at: silentAt });
}

/** Words arrived, as they stand now or for good. */
export function heard(
  draft: Draft,
  { text, final, stays = final, processor }: { text: string; final: boolean; stays?: boolean; processor: string },
): void {
  if (draft.state.phase !== 'open' || draft.state.muted) return;
  const words = text.trim();
  if (words !== '') takeWords(draft, words, { final, stays });
  const { talking, awaitingFinal } = draft.state.caller;
  if (!final || talking || (words === '' && !awaitingFinal)) return;
  tellTranscription(draft, words, processor);
  utteranceOver(draft);
}

/** The final result never came: what is known must do. */
export const transcriptOverdue = (draft: Draft): void => utteranceOver(draft);

/** The sound goes on without further words: the caller is taken to be done. */
export function turnOverdue(draft: Draft): void {
  callerStopped(draft, draft.at);
  utteranceOver(draft);
}

/**
 * The caller typed: a whole turn at once, which needs no minimum of words. Text that is not to be answered now interrupts
 * nothing and waits for the next turn.
 */
export function callerTyped(
  draft: Draft,
  { text, runImmediately = true, audioResponse = true }: { readonly text: string } & TypedOptions,
): void {
  const words = text.trim();
  const { phase, caller, notes } = draft.state;
  if (phase !== 'open' || words === '') return;
  const takesTurn = runImmediately && !caller.talking;
  draft.tell({ type: 'caller_said', text: words, final: true, ...(takesTurn && { typed: true }) });
  if (!runImmediately) return draft.set({ notes: `${notes} ${words}`.trim() });
  const turn = { audio: audioResponse, startedAt: caller.startedAt ?? draft.at, silentAt: draft.at };
  draft.set({ caller: { ...caller, ...turn } });
  confirmTurn(draft);
  draft.set({ caller: { ...draft.state.caller, words: `${caller.words} ${words}`.trim() } });
  releaseTurn(draft);
}

/** Asks the model once the caller is done and the agent's own speech is out of the way. */
export function releaseTurn(draft: Draft): void {
  const { phase, caller, notes, speeches, settings, nextId } = draft.state;
  if (phase !== 'open' || caller.talking || caller.awaitingFinal || caller.words === '' || speeches.length > 0) return;
  comeTrue(draft);
  const words = withNotes(notes, caller.words);
  const messages = withUserWords(draft.state.messages, words);
  draft.tell({ type: 'turn_released', text: words, started_at: caller.startedAt ?? draft.at });
  draft.set({
    messages,
    caller: SILENT_CALLER,
    notes: '',
    thinking: newThinking(nextId, caller.audio),
    nextId: nextId + 1,
    moves: draft.state.moves + 1,
  });
  draft.do({ do: 'think', thinking: nextId, messages, tools: settings.tools });
  if (settings.hold && caller.audio)
    draft.do({ do: 'startHold', ms: settings.hold.afterMs, messages: settings.hold.messages });
}

const newThinking = (id: number, audio: boolean): Thinking => ({
  id,
  speech: null,
  unspoken: { text: '', begun: false },
  firstWordAt: null,
  audio,
  written: 0,
  calls: [],
});

/** The agent's question was played to its end: an agreement that was murmured into the last of it answers it. */
export function questionOver(draft: Draft, question: string): void {
  const { murmur, caller } = draft.state;
  draft.set({ murmur: null });
  const answers = murmur && isQuestion(question) && draft.at - murmur.at <= OVERLAP_MS;
  if (!answers || draft.state.phase !== 'open' || caller.startedAt !== null) return;
  draft.set({ caller: { ...SILENT_CALLER, silentAt: draft.at } });
  confirmTurn(draft);
  draft.set({ caller: { ...draft.state.caller, words: murmur.text } });
}

const agentIsHeard = (draft: Draft): boolean => draft.state.speeches.some((speech) => speech.startedAt !== null);

/** So many words take the floor: the configured minimum while the agent is heard, one otherwise. */
const wordsNeeded = (draft: Draft): number =>
  agentIsHeard(draft) ? Math.max(1, draft.state.settings.interruptionMinWords) : 1;

/** Words that only tell the agent to go on take nothing from it: a listener's, and not the beginning of a turn. */
const isMurmur = (draft: Draft, words: string): boolean =>
  !draft.state.caller.confirmed && agentIsHeard(draft) && isBackchannel(words, draft.state.settings.language);

function murmured(draft: Draft, text: string): void {
  draft.set({ murmur: { text, at: draft.at } });
  draft.resume();
}

function takeWords(draft: Draft, words: string, { final, stays }: { final: boolean; stays: boolean }): void {
  draft.tell({ type: 'caller_said', text: words, final });
  const counts = countWords(words);
  if (counts === 0 || counts < wordsNeeded(draft)) return;
  if (isMurmur(draft, words)) return murmured(draft, words);
  confirmTurn(draft);
  const { caller, moves } = draft.state;
  const known = final ? { words: `${caller.words} ${words}`.trim(), unsettled: '' } : { unsettled: words };
  // Words of a caller who was not noticed to speak have no end that is noticed: their final result is awaited at once.
  const awaitingFinal = caller.awaitingFinal || !(final || caller.talking);
  // Whoever speaks is answered aloud, also where text came before the words.
  draft.set({ caller: { ...caller, ...known, stays, awaitingFinal, audio: true }, moves: moves + 1 });
}

function confirmTurn(draft: Draft): void {
  const { caller } = draft.state;
  if (caller.confirmed) return;
  const startedAt = caller.startedAt ?? draft.at;
  draft.set({ caller: { ...caller, confirmed: true, startedAt }, promptsSpoken: 0, murmur: null });
  draft.tell({ type: 'caller_started' }, startedAt);
  if (!caller.talking && caller.silentAt !== null) draft.tell({ type: 'caller_stopped', silence_at: caller.silentAt });
  draft.stopThinking();
  draft.dropSpeeches();
}

/** The utterance is decided: with words the turn goes to the model, without them nothing happened. */
function utteranceOver(draft: Draft): void {
  const { caller } = draft.state;
  // The words that took the floor are answered, also when no final result repeats them: whoever reads along is told so.
  if (caller.unsettled !== '') draft.tell({ type: 'caller_said', text: caller.unsettled, final: true });
  const words = wordsSoFar(caller);
  draft.set({ caller: { ...caller, awaitingFinal: false, words, unsettled: '' } });
  if (words !== '') return releaseTurn(draft);
  draft.set({ caller: SILENT_CALLER, moves: draft.state.moves + 1 });
  draft.resume();
}

function tellTranscription(draft: Draft, words: string, processor: string): void {
  const { silentAt, confirmed } = draft.state.caller;
  if (words === '' || silentAt === null || !confirmed) return;
  draft.tell({ type: 'stage', stage: 'stt', processor, model: null, started_at: silentAt });
}
