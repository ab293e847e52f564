import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { PdfText } from '../../application/ports/pdf-text.ts';
import { invalid, unavailable } from '../../domain/errors.ts';
import type { Page } from '../../domain/knowledge/chunking.ts';
import { ReaderPool } from './reader-pool.ts';
import type { ReadOutcome, ReadingLimits, ReadRefusal } from './reader-messages.ts';

/** Concurrent readers: two cores leave one for other work. */
const READERS = availableParallelism() > 2 ? 2 : 1;

/**
 * Extracts text with unpdf, each document in its own low-priority process: a document that takes too much memory ends
 * only its reader. unpdf was chosen over pdf2json, which reports where text pieces begin but not how wide they are, so
 * words run together or fall apart. pdf2json does not read documents without a `startxref` or with AES-256 and
 * sometimes never answers. Of 300 damaged documents it read 37. unpdf read those and 105 more.
 */
export function unpdfText(limits: ReadingLimits): PdfText {
  const limit = pLimit(READERS);
  const readers = new ReaderPool(limits);
  const closing = new AbortController();
  return {
    read(pdf, signal) {
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      return limit(async () => {
        either.throwIfAborted();
        return pagesIn(await readers.read(pdf, either), limits);
      });
    },
    async close() {
      closing.abort(unavailable('The reader of PDFs is closed'));
      readers.close();
    },
  };
}

function pagesIn(outcome: ReadOutcome, limits: ReadingLimits): Page[] {
  if ('pages' in outcome) return outcome.pages;
  if ('lost' in outcome) throw unavailable('The reader of PDFs ended unexpectedly', { cause: outcome.lost });
  throw invalid(messages(limits)[outcome.refusal]);
}

const messages = ({ pages, characters, memoryBytes, ms }: ReadingLimits): Readonly<Record<ReadRefusal, string>> => ({
  unreadable: 'The file cannot be read: it is damaged, or not a PDF.',
  locked: 'The PDF is protected by a password. Upload it without one.',
  pages: `The PDF has more than ${pages} pages, which is more than a document may have.`,
  characters: `The PDF has more than ${characters} characters of text, which is more than a document may have.`,
  memory: `Reading the PDF takes more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory.`,
  time: `Reading the PDF takes longer than ${ms / 1000} seconds.`,
});
