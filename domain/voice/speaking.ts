import type { Speech, Thinking } from './state.ts';
import type { Draft } from './draft.ts';
import { questionOver, releaseTurn } from './hearing.ts';
import { END_CONVERSATION, withAgentWords, withMoreAgentWords, type ToolCall } from './messages.ts';
import type { Lookup, SpeechKind } from './observations.ts';
import { spokenPieces, takeRest, takeSentences } from './sentences.ts';

const TROUBLE = 'I am sorry, I am having trouble answering. Could you say that again?';

/** Says a whole text. A text with nothing to speak in it counts as spoken. */
export function openSpeech(draft: Draft, kind: SpeechKind, text: string): void {
  const pieces = spokenPieces(text);
  const id = addSpeech(draft, kind);
  if (pieces.length === 0) return speechEnded(draft, id, { heard: '', interrupted: false });
  for (const piece of pieces) draft.do({ do: 'say', speech: id, text: piece });
  draft.do({ do: 'endSpeech', speech: id });
}

/** Counts a fault and covers it with words: spoken ones, or written ones where the answer was to be written. */
export function fault(
  draft: Draft,
  apology: string,
  answer: Pick<Thinking, 'id' | 'audio' | 'written'> | null = null,
): void {
  draft.countFault();
  if (draft.state.phase !== 'open') return;
  if (answer?.audio === false) write(draft, answer, [apology]);
  else openSpeech(draft, 'apology', apology);
}

/** The model said more. Whole sentences go to the voice at once. */
export function thought(draft: Draft, { thinking: id, text }: { thinking: number; text: string }): void {
  const thinking = current(draft, id);
  if (!thinking) return;
  const { pieces, rest } = takeSentences(thinking.unspoken, text);
  const isFirst = thinking.firstWordAt === null && text.trim() !== '';
  const firstWordAt = isFirst ? draft.at : thinking.firstWordAt;
  draft.set({ thinking: { ...thinking, unspoken: rest, firstWordAt }, moves: draft.state.moves + 1 });
  if (isFirst) draft.do({ do: 'cancelHold' });
  say(draft, pieces);
}

/** The model called a tool. It is acted on when the answer is over. */
export function toolCalled(draft: Draft, { thinking: id, call }: { thinking: number; call: ToolCall }): void {
  const thinking = current(draft, id);
  if (thinking)
    draft.set({ thinking: { ...thinking, calls: [...thinking.calls, call] }, moves: draft.state.moves + 1 });
}

/** Something is looked up for the answer: the wait for its words starts anew. */
export function lookedUp(draft: Draft, { thinking: id, lookup }: { thinking: number; lookup: Lookup }): void {
  if (!current(draft, id)) return;
  draft.set({ moves: draft.state.moves + 1 });
  if (lookup.type !== 'cited' || lookup.sources.length > 0) draft.tell(lookup);
}

/** The answer is complete: the rest is spoken, and the call ends after it when the model asked for that. */
export function thinkingOver(draft: Draft, id: number): void {
  const thinking = current(draft, id);
  if (!thinking) return;
  say(draft, takeRest(thinking.unspoken));
  const { speech = null, written = 0 } = draft.state.thinking ?? {};
  draft.do({ do: 'cancelHold' });
  draft.set({ thinking: null });
  if (speech !== null) draft.do({ do: 'endSpeech', speech });
  const ends = endingIn(draft, thinking);
  if (ends) return endConversation(draft, ends);
  // An answer without words would leave the caller waiting for nothing.
  if (speech === null && written === 0) fault(draft, TROUBLE, thinking);
}

/** The model failed or was too slow. What it said already stays said. */
export function thinkingFailed(draft: Draft, id: number, message: string): void {
  const thinking = current(draft, id);
  if (!thinking) return;
  draft.tell({ type: 'failed', stage: 'llm', message });
  draft.stopThinking();
  if (thinking.speech !== null) draft.do({ do: 'endSpeech', speech: thinking.speech });
  fault(draft, TROUBLE, thinking);
}

/** The first audio of a speech went out. */
export function speechStarted(draft: Draft, id: number): void {
  const speech = draft.state.speeches.find((each) => each.id === id);
  if (!speech || speech.startedAt !== null) return;
  const speeches = draft.state.speeches.map((each) => (each === speech ? { ...each, startedAt: draft.at } : each));
  // What was not thought of, such as a hold message, says nothing about the faults before it.
  draft.set({ speeches, moves: draft.state.moves + 1, faults: speech.kind === 'reply' ? 0 : draft.state.faults });
  draft.tell({ type: 'agent_started', speech: id, kind: speech.kind });
}

/** A speech is over: played to its end, cut short by the caller, or failed. Only what was heard is remembered. */
export function speechEnded(
  draft: Draft,
  id: number,
  how: { heard: string; interrupted: boolean; failure?: string },
): void {
  const speech = draft.state.speeches.find((each) => each.id === id);
  if (!speech) return;
  const { heard, interrupted, failure } = how;
  draft.set({
    speeches: draft.state.speeches.filter((each) => each !== speech),
    messages: speech.kind === 'hold' ? draft.state.messages : withAgentWords(draft.state.messages, heard),
    moves: draft.state.moves + 1,
  });
  if (speech.startedAt !== null)
    draft.tell({
      type: 'agent_stopped',
      speech: id,
      kind: speech.kind,
      started_at: speech.startedAt,
      heard,
      interrupted,
    });
  if (draft.state.phase === 'ended') return draft.announceEnd();
  if (failure !== undefined) voiceFailed(draft, speech, failure);
  else if (!interrupted) questionOver(draft, heard);
  goOn(draft, speech.kind);
}

/** What follows a speech, unless its failure was the last of too many. */
function goOn(draft: Draft, kind: SpeechKind): void {
  if (draft.state.phase === 'ended') return;
  if (kind === 'greeting') draft.mute(false);
  if (draft.state.ending !== null && draft.state.speeches.length === 0) return draft.hangUp(draft.state.ending);
  releaseTurn(draft);
}

function voiceFailed(draft: Draft, speech: Speech, message: string): void {
  draft.tell({ type: 'failed', stage: 'tts', message });
  if (draft.state.thinking?.speech === speech.id) draft.stopThinking();
  if (speech.kind === 'reply') fault(draft, TROUBLE);
  else draft.countFault();
}

/** The call that ends the conversation, by a model that was given the means. */
function endingIn({ state }: Draft, { calls }: Thinking): ToolCall | undefined {
  const mayEnd = state.settings.tools.some(({ name }) => name === END_CONVERSATION.name);
  return mayEnd ? calls.find(({ name }) => name === END_CONVERSATION.name) : undefined;
}

function endConversation(draft: Draft, call: ToolCall): void {
  draft.tell({ type: 'tool_started', id: call.id, name: call.name });
  draft.tell({ type: 'tool_done', id: call.id, name: call.name });
  draft.beginEnding('agent_ended');
  if (draft.state.speeches.length === 0) draft.hangUp('agent_ended');
}

function say(draft: Draft, pieces: readonly string[]): void {
  const { thinking } = draft.state;
  if (!thinking || pieces.length === 0) return;
  if (!thinking.audio) return draft.set({ thinking: { ...thinking, written: write(draft, thinking, pieces) } });
  let { speech } = thinking;
  if (speech === null) {
    speech = addSpeech(draft, 'reply');
    draft.tell({ type: 'aggregated', started_at: thinking.firstWordAt ?? draft.at });
    draft.set({ thinking: { ...thinking, speech } });
  }
  for (const text of pieces) draft.do({ do: 'say', speech, text });
}

/** Writes more of an answer: the caller has it at once. Answers how many pieces of it are written now. */
function write(draft: Draft, { id, written }: Pick<Thinking, 'id' | 'written'>, pieces: readonly string[]): number {
  for (const [index, text] of pieces.entries()) {
    const part = written + index;
    const { messages } = draft.state;
    draft.set({ messages: part === 0 ? withAgentWords(messages, text) : withMoreAgentWords(messages, text) });
    draft.tell({ type: 'agent_text', audio: false, speech: id, part, text });
  }
  return written + pieces.length;
}

function addSpeech(draft: Draft, kind: SpeechKind): number {
  const id = draft.state.nextId;
  const speech: Speech = { id, kind, startedAt: null, dropping: false };
  draft.set({ speeches: [...draft.state.speeches, speech], nextId: id + 1, moves: draft.state.moves + 1 });
  return id;
}

/** The running question, when the answer belongs to it: what a cancelled one still says is nobody's. */
const current = (draft: Draft, id: number): Thinking | null =>
  draft.state.thinking?.id === id ? draft.state.thinking : null;
