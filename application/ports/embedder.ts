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
  /** Compares texts with a question, more precisely than vectors do. Absent where vectors say all. */
  compare?(question: string, texts: readonly string[]): Promise<TextComparison[]>;
}

/** How a text compares with a question. */
export interface TextComparison {
  readonly distance: number;
  /** The share of the question's words that it lacks: 0 none, 1 all. Words that few of the compared texts have count more. */
  readonly lacking: number;
}

/** The configured embedders. */
export interface Embedders {
  /** The embedder of new documents. */
  readonly current: Embedder;
  /** The embedder of a model, or null when it is not configured. */
  of(model: string): Embedder | null;
  /** Compares by words, whatever embedded the texts. */
  readonly words: Required<Pick<Embedder, 'compare'>>;
  /** Stops their workers in this process. Later calls fail. */
  close(): Promise<void>;
}
