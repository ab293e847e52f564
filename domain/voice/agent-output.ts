import type { Speech, Thinking } from './state.ts';
import type { ConversationStep } from './conversation-step.ts';
import { onAgentQuestionPlayed, tryEndTurn } from './caller-input.ts';
import { END_CONVERSATION, withAgentWords, withMoreAgentWords, type ToolCall } from './messages.ts';
import type { RetrievalEvent, SpeechKind } from './conversation-events.ts';
import { splitForSpeech, takeRest, takeSentences } from './sentences.ts';

const APOLOGY = 'I am sorry, I am having trouble answering. Could you say that again?';

/** Says a whole text. A text with nothing to speak in it counts as spoken. */
export function startSpeech(step: ConversationStep, kind: SpeechKind, text: string): void {
  const pieces = splitForSpeech(text);
  const id = addSpeech(step, kind);
  if (pieces.length === 0) return onSpeechEnded(step, id, { heard: '', interrupted: false });
  for (const piece of pieces) step.do({ do: 'say', speech: id, text: piece });
  step.do({ do: 'endSpeech', speech: id });
}

/** Counts a fault and covers it with words: spoken ones, or written ones where the answer was to be written. */
export function apologise(
  step: ConversationStep,
  apology: string,
  answer: Pick<Thinking, 'id' | 'audio' | 'written'> | null = null,
): void {
  step.countFault();
  if (step.state.phase !== 'open') return;
  if (answer?.audio === false) write(step, answer, [apology]);
  else startSpeech(step, 'apology', apology);
}

/** The model said more. Whole sentences go to the voice at once. */
export function onGenerationText(
  step: ConversationStep,
  { thinking: id, text }: { thinking: number; text: string },
): void {
  const thinking = currentGeneration(step, id);
  if (!thinking) return;
  const { pieces, rest } = takeSentences(thinking.unspoken, text);
  const isFirst = thinking.firstWordAt === null && text.trim() !== '';
  const firstWordAt = isFirst ? step.at : thinking.firstWordAt;
  step.set({ thinking: { ...thinking, unspoken: rest, firstWordAt }, moves: step.state.moves + 1 });
  if (isFirst) step.do({ do: 'cancelHold' });
  say(step, pieces);
}

/** The model called a tool. It is acted on when the answer is over. */
export function onToolCall(step: ConversationStep, { thinking: id, call }: { thinking: number; call: ToolCall }): void {
  const thinking = currentGeneration(step, id);
  if (thinking) step.set({ thinking: { ...thinking, calls: [...thinking.calls, call] }, moves: step.state.moves + 1 });
}

/** Something is looked up for the answer: the wait for its words starts anew. */
export function onRetrieval(
  step: ConversationStep,
  { thinking: id, lookup }: { thinking: number; lookup: RetrievalEvent },
): void {
  if (!currentGeneration(step, id)) return;
  step.set({ moves: step.state.moves + 1 });
  if (lookup.type !== 'cited' || lookup.sources.length > 0) step.emit(lookup);
}

/** The answer is complete: the rest is spoken, and the call ends after it when the model asked for that. */
export function onGenerationCompleted(step: ConversationStep, id: number): void {
  const thinking = currentGeneration(step, id);
  if (!thinking) return;
  say(step, takeRest(thinking.unspoken));
  const { speech = null, written = 0 } = step.state.thinking ?? {};
  step.do({ do: 'cancelHold' });
  step.set({ thinking: null });
  if (speech !== null) step.do({ do: 'endSpeech', speech });
  const ends = endingIn(step, thinking);
  if (ends) return endConversation(step, ends);
  // An answer without words would leave the caller waiting for nothing.
  if (speech === null && written === 0) apologise(step, APOLOGY, thinking);
}

/** The model failed or was too slow. What it said already stays said. */
export function onGenerationFailed(step: ConversationStep, id: number, message: string): void {
  const thinking = currentGeneration(step, id);
  if (!thinking) return;
  step.emit({ type: 'failed', stage: 'llm', message });
  step.cancelGeneration();
  if (thinking.speech !== null) step.do({ do: 'endSpeech', speech: thinking.speech });
  apologise(step, APOLOGY, thinking);
}

/** The first audio of a speech went out. */
export function onSpeechStarted(step: ConversationStep, id: number): void {
  const speech = step.state.speeches.find((each) => each.id === id);
  if (!speech || speech.startedAt !== null) return;
  const speeches = step.state.speeches.map((each) => (each === speech ? { ...each, startedAt: step.at } : each));
  // What was not thought of, such as a hold message, says nothing about the faults before it.
  step.set({ speeches, moves: step.state.moves + 1, faults: speech.kind === 'reply' ? 0 : step.state.faults });
  step.emit({ type: 'agent_started', speech: id, kind: speech.kind });
}

/** A speech is over: played to its end, cut short by the caller, or failed. Only what was heard is remembered. */
export function onSpeechEnded(
  step: ConversationStep,
  id: number,
  how: { heard: string; interrupted: boolean; failure?: string },
): void {
  const speech = step.state.speeches.find((each) => each.id === id);
  if (!speech) return;
  const { heard, interrupted, failure } = how;
  step.set({
    speeches: step.state.speeches.filter((each) => each !== speech),
    messages: speech.kind === 'hold' ? step.state.messages : withAgentWords(step.state.messages, heard),
    moves: step.state.moves + 1,
  });
  if (speech.startedAt !== null)
    step.emit({
      type: 'agent_stopped',
      speech: id,
      kind: speech.kind,
      started_at: speech.startedAt,
      heard,
      interrupted,
    });
  if (step.state.phase === 'ended') return step.announceEnd();
  if (failure !== undefined) onSynthesisFailed(step, speech, failure);
  else if (!interrupted) onAgentQuestionPlayed(step, heard);
  afterSpeech(step, speech.kind);
}

/** What follows a speech, unless its failure was the last of too many. */
function afterSpeech(step: ConversationStep, kind: SpeechKind): void {
  if (step.state.phase === 'ended') return;
  if (kind === 'greeting') step.mute(false);
  if (step.state.ending !== null && step.state.speeches.length === 0) return step.hangUp(step.state.ending);
  tryEndTurn(step);
}

function onSynthesisFailed(step: ConversationStep, speech: Speech, message: string): void {
  step.emit({ type: 'failed', stage: 'tts', message });
  if (step.state.thinking?.speech === speech.id) step.cancelGeneration();
  if (speech.kind === 'reply') apologise(step, APOLOGY);
  else step.countFault();
}

/** The call that ends the conversation, by a model that was given the means. */
function endingIn({ state }: ConversationStep, { calls }: Thinking): ToolCall | undefined {
  const mayEnd = state.settings.tools.some(({ name }) => name === END_CONVERSATION.name);
  return mayEnd ? calls.find(({ name }) => name === END_CONVERSATION.name) : undefined;
}

function endConversation(step: ConversationStep, call: ToolCall): void {
  step.emit({ type: 'tool_started', id: call.id, name: call.name });
  step.emit({ type: 'tool_done', id: call.id, name: call.name });
  step.beginEnding('agent_ended');
  if (step.state.speeches.length === 0) step.hangUp('agent_ended');
}

function say(step: ConversationStep, pieces: readonly string[]): void {
  const { thinking } = step.state;
  if (!thinking || pieces.length === 0) return;
  if (!thinking.audio) return step.set({ thinking: { ...thinking, written: write(step, thinking, pieces) } });
  let { speech } = thinking;
  if (speech === null) {
    speech = addSpeech(step, 'reply');
    step.emit({ type: 'aggregated', started_at: thinking.firstWordAt ?? step.at });
    step.set({ thinking: { ...thinking, speech } });
  }
  for (const text of pieces) step.do({ do: 'say', speech, text });
}

/** Writes more of an answer: the caller has it at once. Answers how many pieces of it are written now. */
function write(
  step: ConversationStep,
  { id, written }: Pick<Thinking, 'id' | 'written'>,
  pieces: readonly string[],
): number {
  for (const [index, text] of pieces.entries()) {
    const part = written + index;
    const { messages } = step.state;
    step.set({ messages: part === 0 ? withAgentWords(messages, text) : withMoreAgentWords(messages, text) });
    step.emit({ type: 'agent_text', audio: false, speech: id, part, text });
  }
  return written + pieces.length;
}

function addSpeech(step: ConversationStep, kind: SpeechKind): number {
  const id = step.state.nextId;
  const speech: Speech = { id, kind, startedAt: null, dropping: false };
  step.set({ speeches: [...step.state.speeches, speech], nextId: id + 1, moves: step.state.moves + 1 });
  return id;
}

/** The running question, when the answer belongs to it: what a cancelled one still says is nobody's. */
const currentGeneration = (step: ConversationStep, id: number): Thinking | null =>
  step.state.thinking?.id === id ? step.state.thinking : null;
