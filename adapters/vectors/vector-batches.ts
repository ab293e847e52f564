import type { EmbeddedChunk, Vector, VectorQuery } from '../../application/ports/vectors.ts';
import { failed } from '../../domain/errors.ts';

/** Whether a vector has a direction: cosine distance needs one. */
const hasDirection = (vector: Vector): boolean => {
  const length = vector.reduce((sum, part) => sum + part * part, 0);
  return Number.isFinite(length) && length > 0;
};

/** Whether no chunk can match, whatever is stored. */
export const matchesNothing = ({ vector, documentIds, chunkIds }: Omit<VectorQuery, 'topK'>): boolean =>
  !hasDirection(vector) || documentIds?.length === 0 || chunkIds?.length === 0;

/** Cosine distance of two vectors of a model. Throws when they cannot be compared. */
export function cosineDistance(model: string, a: Vector, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw unlike(model);
  let [inner, own, other] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number];
    inner += x * y;
    own += x * x;
    other += y * y;
  }
  return 1 - inner / Math.sqrt(own * other);
}

/** A batch of chunks of one embedding model. */
export interface Batch {
  readonly model: string;
  readonly dimensions: number;
  readonly chunks: readonly EmbeddedChunk[];
}

/** Splits chunks into batches by model. Throws when vectors of a model cannot be compared. */
export function batches(chunks: readonly EmbeddedChunk[], most: number): Batch[] {
  const models = new Set(chunks.map((chunk) => chunk.embedding_model));
  return [...models].flatMap((model) => {
    const own = chunks.filter((chunk) => chunk.embedding_model === model);
    const dimensions = requireAlike(model, own);
    const parts = Array.from({ length: Math.ceil(own.length / most) }, (_, at) =>
      own.slice(at * most, (at + 1) * most),
    );
    return parts.map((part) => ({ model, dimensions, chunks: part }));
  });
}

function requireAlike(model: string, chunks: readonly EmbeddedChunk[]): number {
  const dimensions = chunks[0]?.vector.length ?? 0;
  for (const { vector } of chunks) {
    if (vector.length !== dimensions) throw unlike(model);
    if (!hasDirection(vector)) throw failed(`The embedding model ${model} gave a vector without direction`);
  }
  return dimensions;
}

/** The error for vectors of different lengths. */
export const unlike = (model: string): Error =>
  failed(`The embedding model ${model} gives vectors of different lengths`);
