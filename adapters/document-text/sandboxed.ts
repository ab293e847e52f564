import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { DocumentText } from '../../application/ports/document-text.ts';
import { invalid, unavailable } from '../../domain/errors.ts';
import type { ContentBlock } from '../../domain/knowledge/blocks.ts';
import { DOCUMENT_TYPES, type ReadableType } from '../../domain/knowledge/document-type.ts';
import { ReaderPool } from './reader-pool.ts';
import type { ReadOutcome, ReadingLimits, ReadRefusal } from './reader-messages.ts';

/** Concurrent readers: two cores leave one for other work. */
const READERS = availableParallelism() > 2 ? 2 : 1;

/**
 * Reads each document in its own low-priority process, whatever its type: a document that takes too much memory or time
 * ends only its reader.
 */
export function sandboxedReader(limits: ReadingLimits): DocumentText {
  const limit = pLimit(READERS);
  const readers = new ReaderPool(limits);
  const closing = new AbortController();
  return {
    read(file, type, signal, charset = null) {
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      return limit(async () => {
        either.throwIfAborted();
        return blocksIn(await readers.read({ file, type, charset }, either), type, limits);
      });
    },
    async close() {
      closing.abort(unavailable('The reader of documents is closed'));
      readers.close();
    },
  };
}

function blocksIn(outcome: ReadOutcome, type: ReadableType, limits: ReadingLimits): ContentBlock[] {
  if ('blocks' in outcome) return outcome.blocks;
  if ('lost' in outcome) throw unavailable('The reader of documents ended unexpectedly', { cause: outcome.lost });
  throw invalid(messages(type, limits)[outcome.refusal]);
}

function messages(
  type: ReadableType,
  { pages, characters, sections, memoryBytes, ms }: ReadingLimits,
): Readonly<Record<ReadRefusal, string>> {
  const name = type === 'pdf' ? 'PDF' : 'file';
  const tooMany = 'which is more than a document may have.';
  return {
    unreadable: `The file cannot be read: it is damaged, or not ${type === 'sitemap' ? 'a sitemap' : DOCUMENT_TYPES[type].noun}.`,
    locked: `The ${name} is protected by a password. Upload it without one.`,
    nested: `The ${name} is nested too deeply to be read.`,
    pages: `The ${name} has more than ${pages} pages, ${tooMany}`,
    characters: `The ${name} has more than ${characters} characters of text, ${tooMany}`,
    sections: `The ${name} has more than ${sections} headings, questions and tables, ${tooMany}`,
    memory: `Reading the ${name} takes more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory.`,
    time: `Reading the ${name} takes longer than ${ms / 1000} seconds.`,
  };
}
