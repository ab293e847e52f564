import { newConversation, reduceConversation } from './conversation.ts';
import type { Conversation, ConversationEffect, ConversationInput, ConversationSettings } from './state.ts';

/** Gives the inputs of one conversation to its policy, in order, and keeps its state. Calls and replays use it alike. */
export class ConversationDriver {
  #state: Conversation;

  constructor(settings: ConversationSettings) {
    this.#state = newConversation(settings);
  }

  get state(): Conversation {
    return this.#state;
  }

  /** Takes the next input. Returns its effects, in order. */
  take(input: ConversationInput): readonly ConversationEffect[] {
    const { after, effects } = reduceConversation(this.#state, input);
    this.#state = after;
    return effects;
  }
}
