import type { FoundChunk } from '../../application/ports/vectors.ts';

/** Distances that differ by less than this are the same distance, computed on two machines. */
const STEP = 1e-6;
/** So many more than are wanted are asked for at first: most often that shows where the equals end. */
const MORE = 8;
/** Among more equals than this, any may come. It is what sqlite-vec can be asked for. */
const MOST = 4_096;

/**
 * The nearest chunks, the same from every store: equals are in the order of their ids, and where the last place falls
 * among equals, all of them are looked at. `ask` answers so many of the nearest in any order, or all where there are fewer.
 */
export async function nearest(topK: number, ask: (most: number) => Promise<FoundChunk[]>): Promise<FoundChunk[]> {
  if (topK <= 0) return [];
  for (let most = topK + MORE; ; most = Math.min(most * 4, MOST)) {
    const asked = await ask(most);
    const found = asked.map(rounded).toSorted(byDistance);
    const isDecided = asked.length < most || found.at(-1)!.distance > found[topK - 1]!.distance;
    if (isDecided || most >= MOST) return found.slice(0, topK);
  }
}

/** Rounding makes -0 and tiny negative distances of identical vectors 0. */
const rounded = (chunk: FoundChunk): FoundChunk => ({
  ...chunk,
  distance: Math.min(2, Math.max(0, Math.round(chunk.distance / STEP) * STEP)),
});

const byDistance = (a: FoundChunk, b: FoundChunk): number =>
  a.distance - b.distance || (a.chunk_id < b.chunk_id ? -1 : 1);
