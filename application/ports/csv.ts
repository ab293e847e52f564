/** For parsing CSV. */
export interface CsvParser {
  /** The rows of a UTF-8 file in batches, as they arrive. Rejects invalid CSV with `rejected`. */
  rows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly Row[]>;
}

export type Row = readonly string[];
