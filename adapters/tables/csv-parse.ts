import { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Row, Tables } from '../../application/ports/tables.ts';
import { rejected } from '../../domain/errors.ts';

/** So many rows are handed on at a time. */
const BATCH = 500;
/** More than any row of contacts has. In bytes. */
const LONGEST_ROW = 1_000_000;

/** What csv-parse found, in words for people. */
const COMPLAINTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by something else',
  INVALID_OPENING_QUOTE: 'a quote stands in the middle of a cell',
  CSV_MAX_RECORD_SIZE: 'the row is too long',
};

/** Tables as RFC 4180 has them, with or without a byte order mark, with any line ends. */
export const csvTables = (): Tables => ({ rows });

async function* rows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly Row[]> {
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: LONGEST_ROW });
  // What goes wrong on either side ends the iteration below.
  pipeline(Readable.from(texts(bytes)), parser, () => undefined);
  let batch: Row[] = [];
  try {
    for await (const row of parser as AsyncIterable<Row>) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
      // Everything above is done at once when the file is in memory: others have their turn between two batches.
      await turn();
    }
  } catch (error) {
    throw error instanceof CsvError ? complaint(error) : error;
  }
  yield batch;
}

/** The bytes, as long as they are text in UTF-8. */
async function* texts(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const readable = (text: () => string): void => {
    if (decoded(text).includes('\0')) throw rejected('The file holds NUL bytes: it is no CSV text in UTF-8');
  };
  for await (const chunk of bytes) {
    readable(() => decoder.decode(chunk, { stream: true }));
    yield chunk;
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
  return rejected(`The file is no valid CSV: ${found}, in row ${at}`, { cause: error });
}
