import type { Vector } from '../../application/ports/vectors.ts';
import { rejected } from '../../domain/errors.ts';
import { parseObject } from '../lib/parse-object.ts';
import { objectOf } from '../../domain/unverified-json.ts';

interface Answer {
  readonly data: unknown;
}

interface Item {
  readonly index: unknown;
  readonly embedding: unknown;
}

/** Reads the vectors of a service's answer, in the order of the texts. Throws unless there is one for each. */
export function readEmbeddings(text: string, count: number): Vector[] {
  const { data } = parseObject<Answer>(text);
  const items: readonly Partial<Item>[] = Array.isArray(data) ? data : [];
  const vectors = new Map(items.map((item, at) => [indexOf(item, at), vectorOf(item?.embedding)]));
  return allOf(count, (at) => vectors.get(at));
}

/** Reads the vectors of an answer of Cohere's interface, by type or as its first version has them. */
export function readCohereEmbeddings(text: string, count: number): Vector[] {
  const { embeddings } = parseObject<{ readonly embeddings: unknown }>(text);
  const listed = Array.isArray(embeddings) ? (embeddings as unknown[]) : objectOf(embeddings)['float'];
  return allOf(count, (at) => vectorOf(Array.isArray(listed) ? (listed as unknown[])[at] : null));
}

/** One vector for each text. Throws when one is missing. */
const allOf = (count: number, vectorAt: (at: number) => Vector | null | undefined): Vector[] =>
  Array.from({ length: count }, (_, at) => {
    const vector = vectorAt(at);
    if (!vector) throw rejected('The embedding service did not answer with a vector for every text');
    return vector;
  });

/** Servers that leave the number out answer in order. */
const indexOf = (item: Partial<Item>, at: number): number => (typeof item?.index === 'number' ? item.index : at);

function vectorOf(numbers: unknown): Vector | null {
  if (!Array.isArray(numbers) || numbers.length === 0) return null;
  const vector = Float32Array.from(numbers as unknown[], (number) =>
    typeof number === 'number' ? number : Number.NaN,
  );
  return vector.every((part) => Number.isFinite(part)) ? vector : null;
}
