/** For ordering found texts with a model that reads question and text together. */
export interface Reranker {
  /**
   * How relevant each text is to the question, in the order of the texts; more is better. Throws `unavailable` when the
   * model cannot be reached, and `rejected` when it refuses or its answer is not usable.
   */
  relevance(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}
