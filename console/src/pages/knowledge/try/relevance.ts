/** How near a passage is to a question, beside the others that were found. */
export type Relevance = 'nearest' | 'near' | 'farther' | 'unrelated';

/** From this distance on a passage has next to nothing in common with a question, whatever measured it. */
const UNRELATED = 0.97;
/** A passage is near when it has so much of what the nearest one has in common with the question. */
const NEAR_SHARE = 0.75;

/** How near this distance is where the nearest passage is at `least`. How small distances get is up to who measures. */
export function relevanceOf(distance: number, least: number): Relevance {
  if (distance >= UNRELATED) return 'unrelated';
  if (distance <= least) return 'nearest';
  return 1 - distance >= NEAR_SHARE * (1 - least) ? 'near' : 'farther';
}
