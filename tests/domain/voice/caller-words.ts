import { CALLER_SILENCE } from '../../../domain/voice/conversation-context.ts';
import { isBackchannel } from '../../../domain/voice/backchannels.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import type { Conversation, ConversationInput } from '../../../domain/voice/state.ts';
import { must } from './tool-checker.ts';

/** Answers to a question for consent, which are said again and again. */
export const CONSENT_ANSWERS: readonly string[] = ['yes', 'no', 'stop recording'];

/** Knows which of the caller's words count: too few words over the agent do not. */
export class CallerWords {
  readonly #accepted = new Set<string>();
  readonly #discarded = new Set<string>();

  take(
    event: ConversationInput & { type: 'transcriptReceived' | 'textReceived' },
    { settings }: Conversation,
    isAgentAudible: boolean,
  ): void {
    const words = event.text.split(' ').filter((word) => word !== '');
    const isTooShort =
      !isBackchannel(event.text, 'en') &&
      !CONSENT_ANSWERS.includes(event.text) &&
      event.type === 'transcriptReceived' &&
      isAgentAudible &&
      words.length < settings.interruptionMinWords;
    for (const word of words) (isTooShort ? this.#discarded : this.#accepted).add(word);
  }

  /** Throws when a message of the context has a word that does not count. */
  check(message: string): void {
    for (const word of message.split(' ').filter((each) => each !== CALLER_SILENCE))
      must(this.#accepted.has(word) && !this.#discarded.has(word), `only accepted words enter the context: ${word}`);
  }
}

/** Throws when the context has other words than those that were played or accepted. */
export function checkContext(
  messages: readonly ChatMessage[],
  playedTexts: ReadonlySet<string>,
  callerWords: CallerWords,
): void {
  for (const [index, { role, content }] of messages.entries()) {
    must(role !== 'system' || index === 0, 'the system message is first');
    const isPlayed = content === '' || playedTexts.has(content);
    must(role !== 'assistant' || isPlayed, `only played text enters the context: ${content}`);
    if (role !== 'user') continue;
    must(messages[index + 1]?.role !== 'user', 'unanswered words are one message');
    callerWords.check(content);
  }
}
