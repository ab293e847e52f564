import type { Page } from '../../domain/knowledge/chunking.ts';

/** For reading the text of PDF documents, whatever they may do to their reader. */
export interface PdfText {
  /**
   * The pages in their order, those without text included, within bounds of time, memory and pages. A document that
   * cannot be read is refused with `invalid` and a sentence for people. When `signal` aborts, reading ends at once.
   */
  read(pdf: Uint8Array, signal?: AbortSignal): Promise<Page[]>;
  /** Ends every reader. */
  close(): Promise<void>;
}
