import type { Vector } from './vectors.ts';

/** For placing texts in the space of a model, where what means the same lies near. */
export interface Embedder {
  /** The model's name, kept with everything it embedded. */
  readonly model: string;
  /**
   * One vector a text, in their order, all equally long. Refused with `unavailable` when the model cannot be reached, and
   * with `rejected` and a sentence for people when it does not take the texts.
   */
  embed(texts: readonly string[], as: 'passage' | 'question', signal?: AbortSignal): Promise<Vector[]>;
  /**
   * How far each text is from the question, measured more closely than vectors can tell; in the order of the texts.
   * Absent where the vectors tell all there is to know.
   */
  compare?(question: string, texts: readonly string[]): Promise<number[]>;
}

/** The embedders that this installation has. */
export interface Embedders {
  /** What new documents are embedded with. */
  readonly current: Embedder;
  /** The one of a model, or null when it is not configured here (any more). */
  of(model: string): Embedder | null;
  /** Ends what works for them in this process: what is asked of it afterwards fails. */
  close(): Promise<void>;
}
