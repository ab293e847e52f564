import type { Vector } from './vectors.ts';

/** For embedding texts: similar meanings have near vectors. */
export interface Embedder {
  /** The model's name, stored with every embedding. */
  readonly model: string;
  /**
   * One vector per text, in order, all of equal length. Throws `unavailable` when the model cannot be reached, and
   * `rejected` with a message for users when it does not accept the texts.
   */
  embed(texts: readonly string[], as: 'passage' | 'question', signal?: AbortSignal): Promise<Vector[]>;
  /** Reranks texts: the distance of each from the question, more precise than vectors. Absent where vectors say all. */
  compare?(question: string, texts: readonly string[]): Promise<number[]>;
}

/** The configured embedders. */
export interface Embedders {
  /** The embedder of new documents. */
  readonly current: Embedder;
  /** The embedder of a model, or null when it is not configured. */
  of(model: string): Embedder | null;
  /** Stops their workers in this process. Later calls fail. */
  close(): Promise<void>;
}
