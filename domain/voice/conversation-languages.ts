/** Languages of a conversation, the primary one first. */
export interface ConversationLanguages {
  readonly switchBy: 'detection' | 'tool';
  /** `systemPrompt` is complete, with the addition for its language. */
  readonly choices: readonly { readonly language: string; readonly systemPrompt: string }[];
}
