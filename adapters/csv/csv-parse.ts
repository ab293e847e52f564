import { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Row, CsvParser } from '../../application/ports/csv.ts';
import { rejected } from '../../domain/errors.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';

/** Rows per batch. */
const BATCH = 200;
/** Bytes given to the parser at a time. */
const CHUNK = 2 * 1024;
/** Longest row, longer than any row of contacts. In bytes. */
const LONGEST_ROW = 1_000_000;

/** Messages for csv-parse's error codes. */
const COMPLAINTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by something else',
  INVALID_OPENING_QUOTE: 'a quote stands in the middle of a cell',
  CSV_MAX_RECORD_SIZE: 'the row is too long',
};

/** CSV as in RFC 4180, with or without a byte order mark, with any line endings. */
export const csvParser = (): CsvParser => ({ rows });

async function* rows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly Row[]> {
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: LONGEST_ROW });
  // Errors of either side end the iteration below.
  pipeline(Readable.from(texts(bytes, parser)), parser, () => undefined);
  let batch: Row[] = [];
  try {
    for await (const row of parser as AsyncIterable<Row>) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
      // All of this is synchronous for a file in memory, so it yields to the event loop between batches.
      await eventLoopQueue.next(parser);
    }
  } catch (error) {
    throw error instanceof CsvError ? complaint(error) : error;
  }
  yield batch;
}

/** Decodes UTF-8 and rejects other content. Between two chunks others run. */
async function* texts(bytes: AsyncIterable<Uint8Array>, key: object): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let read = 0;
  const readable = (text: () => string): void => {
    if (decoded(text).includes('\0')) throw rejected('The file contains NUL bytes: save it as CSV in UTF-8');
  };
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += CHUNK) {
      const part = chunk.subarray(at, at + CHUNK);
      readable(() => decoder.decode(part, { stream: true }));
      read += part.length;
      // A long row makes no batch that others could run after.
      if (read > CHUNK) await eventLoopQueue.next(key);
      read = read > CHUNK ? part.length : read;
      yield part;
    }
  }
  readable(() => decoder.decode());
}

function decoded(text: () => string): string {
  try {
    return text();
  } catch (error) {
    throw rejected('The file is not text in UTF-8', { cause: error });
  }
}

function complaint(error: CsvError): Error {
  const found = COMPLAINTS[error.code] ?? 'the row cannot be read';
  const at = Number(error['records'] ?? 0) + 1;
  return rejected(`The file is not valid CSV: ${found}, in row ${at}`, { cause: error });
}
