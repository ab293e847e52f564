/** What the model knows of messages that are no longer in the context. */
export interface ContextSummary {
  /** What they were about, in the words of a model. Null: none are summarised. */
  readonly text: string | null;
  /** The summary that is being written, of that many messages after the system message. They stay until it is there. */
  readonly pending: { readonly id: number; readonly messages: number } | null;
}

export const NO_SUMMARY: ContextSummary = { text: null, pending: null };
