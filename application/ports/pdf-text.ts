import type { Page } from '../../domain/knowledge/chunking.ts';

/** For extracting the text of untrusted PDF documents. */
export interface PdfText {
  /**
   * The pages in order, including empty ones, within limits of time, memory and pages. An unreadable document is
   * rejected with `invalid` and a message for users. Aborting `signal` stops at once.
   */
  read(pdf: Uint8Array, signal?: AbortSignal): Promise<Page[]>;
  /** Stops all readers. */
  close(): Promise<void>;
}
