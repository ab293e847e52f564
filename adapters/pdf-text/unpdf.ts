import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { PdfText } from '../../application/ports/pdf-text.ts';
import { invalid, unavailable } from '../../domain/errors.ts';
import type { Page } from '../../domain/knowledge/chunking.ts';
import { ReaderPool } from './reader-pool.ts';
import type { ReadOutcome, ReadingLimits, ReadRefusal } from './reader-messages.ts';

/** So many are read at a time, each within the limits: two cores leave one to those who ask. */
const READERS = availableParallelism() > 2 ? 2 : 1;

/**
 * The text of PDFs by unpdf, each read in a process of its own at low priority: a document that takes too much memory
 * ends the process with the thread that reads it, so that must not be the process which answers people.
 *
 * Not by pdf2json, which was tried for it: it says where the pieces of a line begin but not how far they reach, for its
 * widths leave out every scale that is in force, so that words run together or fall apart; it does not read documents
 * without a `startxref` or with AES-256, and now and then never answers. Of 300 damaged documents it read 37, all of
 * which unpdf read too, and unpdf 105 more.
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
