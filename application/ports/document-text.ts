import type { ContentBlock } from '../../domain/knowledge/blocks.ts';
import type { ReadableType } from '../../domain/knowledge/document-type.ts';

/** For extracting the content of untrusted documents. */
export interface DocumentText {
  /**
   * The content in reading order, within limits of time, memory and length. The pages of a PDF are one block each,
   * including empty ones. An unreadable document is rejected with `invalid` and a message for users. Aborting `signal`
   * stops at once. `charset` is the encoding that the sender of a text named.
   */
  read(file: Uint8Array, type: ReadableType, signal?: AbortSignal, charset?: string | null): Promise<ContentBlock[]>;
  /** Stops all readers. */
  close(): Promise<void>;
}
