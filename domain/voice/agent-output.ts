import type { Generation } from './generation-state.ts';
import type { SpeechState } from './state.ts';
import type { ConversationStep } from './conversation-step.ts';
import { startGeneration, tryEndTurn } from './end-of-turn.ts';
import { SWITCH_LANGUAGE, switchByTool, switchIn } from './language-switch.ts';
import { onAgentQuestionPlayed } from './interruption.ts';
import { messageAfter } from './voicemail-state.ts';
import {
  END_CONVERSATION,
  withAgentWords,
  withMoreAgentWords,
  withWordsBeforeCall,
  type ChatMessage,
  type ToolCall,
} from './conversation-context.ts';
import type { RetrievalEvent, SpeechKind } from './conversation-events.ts';
import {
  actionsIn,
  continueAfterTools,
  isToolOfOtherStage,
  offeredTools,
  onWordsBeforeCallsPlayed,
  startToolCalls,
} from './tool-calls.ts';
import { splitForSpeech, takeRest, takeSentences } from './sentences.ts';

const APOLOGY = 'I am sorry, I am having trouble answering. Could you say that again?';

/** Starts a speech with a whole text. A text without words counts as completed. */
export function startSpeech(step: ConversationStep, kind: SpeechKind, text: string): void {
  const segments = splitForSpeech(text);
  const id = addSpeech(step, kind);
  if (segments.length === 0) return onSpeechEnded(step, id, { playedText: '', interrupted: false });
  for (const segment of segments) step.do({ do: 'say', speech: id, text: segment });
  step.do({ do: 'endSpeech', speech: id });
}

/** Counts a fault and apologises: by speech, or by text if the reply was to be text. */
export function apologise(
  step: ConversationStep,
  apology: string,
  answer: Pick<Generation, 'id' | 'audio' | 'written'> | null = null,
): void {
  step.countFault();
  if (step.state.phase !== 'open') return;
  if (answer?.audio === false) write(step, answer, [apology]);
  else startSpeech(step, 'apology', apology);
}

/** Text of the running generation arrives. Complete segments are queued for synthesis at once. */
export function onGenerationText(
  step: ConversationStep,
  { generation: id, text }: { generation: number; text: string },
): void {
  const generation = currentGeneration(step, id);
  if (!generation) return;
  const { segments, rest } = takeSentences(generation.pending, text);
  const isFirst = generation.firstTokenAt === null && text.trim() !== '';
  const firstTokenAt = isFirst ? step.at : generation.firstTokenAt;
  step.set({ generation: { ...generation, pending: rest, outputAt: step.at, firstTokenAt } });
  if (isFirst) step.do({ do: 'cancelHoldMessage' });
  say(step, segments);
}

/**
 * The model called a tool. The call takes effect when the generation is complete. Models also call tools that they were not
 * offered, because a text told them to, or because earlier messages contain such calls: nothing follows from it. Of a tool
 * of another stage they learn that it is not available.
 */
export function onToolCall(
  step: ConversationStep,
  { generation: id, call }: { generation: number; call: ToolCall },
): void {
  const generation = currentGeneration(step, id);
  if (!generation) return;
  const counts = generation.offered.includes(call.name) || isToolOfOtherStage(step, call);
  const calls = counts ? [...generation.calls, call] : generation.calls;
  step.set({ generation: { ...generation, outputAt: step.at, calls } });
}

/** Retrieval for the running generation starts or ends. */
export function onRetrieval(
  step: ConversationStep,
  { generation: id, retrieval }: { generation: number; retrieval: RetrievalEvent },
): void {
  const generation = currentGeneration(step, id);
  if (!generation) return;
  step.set({ generation: { ...generation, outputAt: step.at } });
  if (retrieval.type !== 'sources_cited' || retrieval.sources.length > 0) step.emit(retrieval);
}

/** The generation is complete: speaks the rest, and ends the call after it if the model asked for that. */
export function onGenerationCompleted(step: ConversationStep, id: number): void {
  const generation = currentGeneration(step, id);
  if (!generation) return;
  say(step, takeRest(generation.pending));
  const { speech = null, written = 0 } = step.state.generation ?? {};
  step.do({ do: 'cancelHoldMessage' });
  step.set({ generation: null });
  if (speech !== null) step.do({ do: 'endSpeech', speech });
  afterGeneration(step, { ...generation, speech, written });
}

/** Performs the tool calls of a complete generation. */
function afterGeneration(step: ConversationStep, generation: Generation): void {
  const switched = switchIn(step, generation.calls);
  if (switched) switchByTool(step, switched);
  const actions = actionsIn(step, generation);
  // An answer may change what the agent has to say, so the call does not end yet.
  if (actions.length > 0) return startToolCalls(step, generation, actions);
  const ends = endingIn(generation);
  if (ends) return endConversation(step, ends);
  if (generation.speech !== null || generation.written > 0) return;
  if (switched) return answerInLanguage(step, generation);
  // Without an apology, a reply without words would leave the caller in silence.
  apologise(step, APOLOGY, generation);
}

/** The model failed or timed out. Its segments so far are still spoken. */
export function onGenerationFailed(step: ConversationStep, id: number, message: string): void {
  const generation = currentGeneration(step, id);
  if (!generation) return;
  step.emit({ type: 'stage_failed', stage: 'llm', message });
  step.cancelGeneration();
  if (generation.speech !== null) step.do({ do: 'endSpeech', speech: generation.speech });
  apologise(step, APOLOGY, generation);
}

/** The first audio of a speech was sent. */
export function onSpeechStarted(step: ConversationStep, id: number): void {
  const speech = step.state.speeches.find((each) => each.id === id);
  if (!speech || speech.startedAt !== null) return;
  const speeches = step.state.speeches.map((each) => (each === speech ? { ...each, startedAt: step.at } : each));
  // Only a reply shows that the model works again. A hold message does not.
  step.set({ speeches, consecutiveFaults: speech.kind === 'reply' ? 0 : step.state.consecutiveFaults });
  step.emit({ type: 'agent_speech_started', speech: id, kind: speech.kind });
}

/** A speech was completed, interrupted or failed. Only the played text enters the context. */
export function onSpeechEnded(
  step: ConversationStep,
  id: number,
  how: { playedText: string; interrupted: boolean; failure?: string },
): void {
  const speech = step.state.speeches.find((each) => each.id === id);
  if (!speech) return;
  const { playedText, interrupted, failure } = how;
  recordSpecial(step, id, { isWhole: !interrupted && failure === undefined, playedText });
  step.set({
    speeches: step.state.speeches.filter((each) => each !== speech),
    messages: withPlayedText(step, speech, playedText),
  });
  if (speech.startedAt !== null)
    step.emit({
      type: 'agent_speech_ended',
      speech: id,
      kind: speech.kind,
      started_at: speech.startedAt,
      played_text: playedText,
      interrupted,
    });
  if (step.state.phase === 'ended') return step.announceEnd(step.state.ending);
  if (failure !== undefined) onSynthesisFailed(step, speech, failure);
  else if (!interrupted) onAgentQuestionPlayed(step, playedText);
  if (step.state.tools.preamble?.speech === id) onWordsBeforeCallsPlayed(step);
  afterSpeech(step, speech.kind);
}

/** The message for a mailbox and the question for consent matter beyond their words. */
function recordSpecial(step: ConversationStep, id: number, how: { isWhole: boolean; playedText: string }): void {
  const { mailbox, consent } = step.state;
  const { isWhole, playedText } = how;
  if (mailbox.speech === id) step.set({ mailbox: { ...mailbox, message: messageAfter(isWhole, playedText) } });
  if (consent.speech === id)
    step.set({ consent: { ...consent, speech: null, isQuestionPlayed: consent.isQuestionPlayed || isWhole } });
}

/** The context with the played text. Hold messages are left out; words before a tool call precede its answer. */
function withPlayedText(
  { state }: ConversationStep,
  { id, kind }: SpeechState,
  playedText: string,
): readonly ChatMessage[] {
  const { messages, tools } = state;
  if (kind === 'hold') return messages;
  return tools.preamble?.speech === id
    ? withWordsBeforeCall(messages, tools.preamble.callId, playedText)
    : withAgentWords(messages, playedText);
}

/** Continues after a speech, unless its failure ended the call. */
function afterSpeech(step: ConversationStep, kind: SpeechKind): void {
  if (step.state.phase === 'ended') return;
  if (kind === 'greeting') step.mute(false);
  const { phase, speeches, mailbox } = step.state;
  if (phase === 'ending' && speeches.length === 0 && !mailbox.waits) return step.hangUp(step.state.ending);
  tryEndTurn(step);
  continueAfterTools(step);
}

function onSynthesisFailed(step: ConversationStep, speech: SpeechState, message: string): void {
  step.emit({ type: 'stage_failed', stage: 'tts', message });
  if (step.state.generation?.speech === speech.id) step.cancelGeneration();
  if (speech.kind === 'reply') apologise(step, APOLOGY);
  else step.countFault();
}

/** The model answers in the new language. Without the tool, it cannot switch back and forth forever. */
function answerInLanguage(step: ConversationStep, { audio }: Generation): void {
  startGeneration(step, { tools: offeredTools(step).filter(({ name }) => name !== SWITCH_LANGUAGE), audio });
}

/** The tool call that ends the conversation. */
const endingIn = ({ calls }: Generation): ToolCall | undefined =>
  calls.find(({ name }) => name === END_CONVERSATION.name);

function endConversation(step: ConversationStep, call: ToolCall): void {
  step.emit({ type: 'tool_started', id: call.id, name: call.name });
  step.emit({ type: 'tool_done', id: call.id, name: call.name });
  step.beginEnding('agent_ended');
  if (step.state.speeches.length === 0) step.hangUp('agent_ended');
}

function say(step: ConversationStep, segments: readonly string[]): void {
  const { generation } = step.state;
  if (!generation || segments.length === 0) return;
  if (!generation.audio) return step.set({ generation: { ...generation, written: write(step, generation, segments) } });
  let { speech } = generation;
  if (speech === null) {
    speech = addSpeech(step, 'reply');
    step.emit({ type: 'first_segment_ready', started_at: generation.firstTokenAt ?? step.at });
    step.set({ generation: { ...generation, speech } });
  }
  for (const text of segments) step.do({ do: 'say', speech, text });
}

/** Sends segments of a reply as text. Returns how many segments were sent so far. */
function write(
  step: ConversationStep,
  { id, written }: Pick<Generation, 'id' | 'written'>,
  segments: readonly string[],
): number {
  for (const [index, text] of segments.entries()) {
    const part = written + index;
    const { messages } = step.state;
    step.set({ messages: part === 0 ? withAgentWords(messages, text) : withMoreAgentWords(messages, text) });
    step.emit({ type: 'agent_speech_text', audio: false, speech: id, part, text });
  }
  return written + segments.length;
}

function addSpeech(step: ConversationStep, kind: SpeechKind): number {
  const id = step.state.nextId;
  const speech: SpeechState = { id, kind, startedAt: null, isCancelled: false };
  step.set({ speeches: [...step.state.speeches, speech], nextId: id + 1 });
  return id;
}

/** The running generation if it has this id. Output of a cancelled one is ignored. */
const currentGeneration = (step: ConversationStep, id: number): Generation | null =>
  step.state.generation?.id === id ? step.state.generation : null;
