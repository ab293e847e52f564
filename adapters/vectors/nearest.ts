import type { FoundChunk } from '../../application/ports/vectors.ts';

/** Distances closer than this are equal, because machines compute them slightly differently. */
const STEP = 1e-6;
/** Extra results of the first query, which usually reveal where the ties end. */
const MORE = 8;
/** With more ties than this, the choice is arbitrary. The limit of sqlite-vec. */
const MOST = 4_096;

/**
 * The nearest chunks, the same from every store: ties are ordered by id, and ties for the last place are all compared.
 * `ask` answers this many of the nearest in any order, or all when there are fewer.
 */
export async function nearest(topK: number, ask: (most: number) => Promise<FoundChunk[]>): Promise<FoundChunk[]> {
  if (topK <= 0) return [];
  for (let most = topK + MORE; ; most = Math.min(most * 4, MOST)) {
    const candidates = await ask(most);
    const found = candidates.map(rounded).toSorted(byDistance);
    const isDecided = candidates.length < most || found.at(-1)!.distance > found[topK - 1]!.distance;
    if (isDecided || most >= MOST) return found.slice(0, topK);
  }
}

/** Rounding turns -0 and tiny negative distances of identical vectors into 0. */
const rounded = (chunk: FoundChunk): FoundChunk => ({
  ...chunk,
  distance: Math.min(2, Math.max(0, Math.round(chunk.distance / STEP) * STEP)),
});

const byDistance = (a: FoundChunk, b: FoundChunk): number =>
  a.distance - b.distance || (a.chunk_id < b.chunk_id ? -1 : 1);
