/** For reading tables of comma-separated values. */
export interface CsvParser {
  /** The rows of a table in UTF-8, some at a time, as they arrive. Refuses with `rejected` what is no such table. */
  rows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly Row[]>;
}

export type Row = readonly string[];
