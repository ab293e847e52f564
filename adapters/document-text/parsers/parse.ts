import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import type { ReadingLimits, ReadRefusal } from '../reader-messages.ts';

/**
 * Reads a document of one type. Throws `ReadingRefusal`, or any other error when it is damaged. `charset` is the encoding
 * that the sender of a text named.
 */
export type Parse = (
  file: Uint8Array,
  limits: Pick<ReadingLimits, 'pages' | 'characters' | 'sections'>,
  charset?: string,
) => Promise<ContentBlock[]>;

/** The document is refused for this reason. */
export class ReadingRefusal extends Error {
  readonly refusal: ReadRefusal;

  constructor(refusal: ReadRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
