/** A ranking of ids, the best first, and how much it counts. */
export interface RankedChunks {
  readonly ids: readonly string[];
  readonly weight: number;
}

/** How little the first ranks differ, chosen by `npm run bench:retrieval -- tune`. */
const RANK_CONSTANT = 1;

/** How much the ranking by words counts, where that by vectors counts 1. */
export const WORDS_WEIGHT = {
  /** Beside vectors that know words only. Chosen by the same bench. */
  lexical: 4,
  /** Beside vectors that know meaning. */
  semantic: 1,
} as const;

/** Reciprocal rank fusion: every id of the rankings, the best first. Equals are ordered by id. */
export function fused(rankings: readonly RankedChunks[], rankConstant = RANK_CONSTANT): string[] {
  const scores = new Map<string, number>();
  for (const { ids, weight } of rankings)
    for (const [rank, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (rankConstant + rank + 1));
  return Array.from(scores)
    .toSorted(([id, score], [otherId, other]) => other - score || (id < otherId ? -1 : 1))
    .map(([id]) => id);
}
