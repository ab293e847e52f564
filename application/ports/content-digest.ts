import type { ContentBlock } from '../../domain/knowledge/blocks.ts';

/** A digest of content in hexadecimal: the same for the same blocks only. Long content does not hold other work up. */
export type ContentDigest = (blocks: readonly ContentBlock[]) => Promise<string>;
