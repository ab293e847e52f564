import { isBackchannel, isQuestion } from './backchannels.ts';
import type { ConversationStep } from './conversation-step.ts';
import { detachTools } from './tool-calls.ts';
import { isSpeaking, type ConfirmedTurn } from './state.ts';

/** A backchannel answers the agent's question if the question ends within this time after it, in ms. */
const BACKCHANNEL_ANSWER_MS = 1_500;

/**
 * The caller takes the turn, if they do not have it: after enough words (`wordsToInterrupt`). Sound of `SPEECH_START_MS`
 * (`speech-detection.ts`) only pauses the agent until then, and where several words are needed not even that
 * (`caller-input.ts`). Barge-in: cancels the agent's generation and speeches. The context keeps what was played of them.
 * Returns the turn; a new one has no words yet.
 */
export function takeTurn(step: ConversationStep, silentAt = step.state.caller.silentAt): ConfirmedTurn {
  const { caller } = step.state;
  if (caller.status === 'confirmed') return caller;
  // The background began long before the caller's words.
  const startedAt = (step.state.hasBackground ? null : caller.startedAt) ?? step.at;
  const words = { finalWords: '', interimWords: '', stable: false, audio: true, preemptiveAttempts: 0 };
  const reports = { vendorTurn: null, language: null, utterance: null };
  const turn: ConfirmedTurn = {
    ...caller,
    status: 'confirmed',
    startedAt,
    silentAt,
    ...words,
    wordsAt: step.at,
    ...reports,
  };
  step.set({ caller: turn, idlePromptsSpoken: 0, lastBackchannel: null });
  step.emit({ type: 'caller_turn_started' }, startedAt);
  if (!isSpeaking(caller) && silentAt !== null) step.emit({ type: 'caller_speech_ended', silence_at: silentAt });
  step.cancelGeneration();
  step.cancelSpeeches();
  detachTools(step);
  return turn;
}

const isAgentAudible = (step: ConversationStep): boolean =>
  step.state.speeches.some((speech) => speech.startedAt !== null);

/** Words needed to take the turn: `interruption_min_words` while the agent is audible, else one. */
export const wordsToInterrupt = (step: ConversationStep): number =>
  isAgentAudible(step) ? Math.max(1, step.state.settings.interruptionMinWords) : 1;

/** Whether the words are a backchannel over the agent and not part of a confirmed turn. */
export const isBackchannelOverAgent = (step: ConversationStep, words: string): boolean =>
  step.state.caller.status !== 'confirmed' &&
  isAgentAudible(step) &&
  isBackchannel(words, step.state.settings.language);

/** Sound without words is noise: paused output resumes. */
export const onFalseInterruption = (step: ConversationStep): void => step.resumeOutput();

/** A backchannel takes no turn: paused output resumes, unless the caller speaks again when it is recognised. */
export function onBackchannel(step: ConversationStep, text: string, final: boolean): void {
  step.set({ lastBackchannel: { text, at: step.at } });
  if (!(final && speaksAgain(step))) step.resumeOutput();
}

/** Whether other speech began after that which paused the agent. A final transcript is of the speech before. */
const speaksAgain = ({ state }: ConversationStep): boolean =>
  isSpeaking(state.caller) &&
  !state.hasBackground &&
  state.outputPausedSince !== null &&
  (state.speechSince ?? 0) > state.outputPausedSince;

/** An agent speech was played to its end. If it is a question, a backchannel over its last words answers it. */
export function onAgentQuestionPlayed(step: ConversationStep, question: string): void {
  const { lastBackchannel, caller, consent } = step.state;
  step.set({ lastBackchannel: null });
  const asks = isQuestion(question) || consent.phase === 'asking';
  const answers = lastBackchannel && asks && step.at - lastBackchannel.at <= BACKCHANNEL_ANSWER_MS;
  if (!answers || step.state.phase !== 'open' || caller.status !== 'none') return;
  step.set({ caller: { ...takeTurn(step, step.at), finalWords: lastBackchannel.text } });
}
