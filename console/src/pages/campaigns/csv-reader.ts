export type CsvProblem = 'quoteNotClosed' | 'wordsAfterQuote' | 'quoteInCell';

/** The text is not valid CSV. */
export class CsvFault extends Error {
  readonly problem: CsvProblem;
  /** Counted as a spreadsheet does: the header is row 1. */
  readonly row: number;

  constructor(problem: CsvProblem, row: number) {
    super(`${problem} in row ${row}`);
    this.problem = problem;
    this.row = row;
  }
}

type Row = readonly string[];

/** Reads a table as RFC 4180 has it, with any line ends, in pieces of any size. */
export class CsvReader {
  /** `closing`: after a quote that ends its cell, unless another follows. */
  #state: 'start' | 'plain' | 'quoted' | 'closing' = 'start';
  #cell = '';
  #row: string[] = [];
  #rows: Row[] = [];
  #count = 0;
  /** The row ended with a carriage return; a line feed right after it belongs to it. */
  #hasReturned = false;

  /** The rows that end in this chunk. Throws a `CsvFault` for invalid CSV. */
  read(piece: string): readonly Row[] {
    for (const char of piece) this.#take(char);
    return this.#handOver();
  }

  /** The last row, where no line end follows it. */
  end(): readonly Row[] {
    if (this.#state === 'quoted') throw new CsvFault('quoteNotClosed', this.#count + 1);
    if (this.#state !== 'start' || this.#row.length > 0) this.#endRow();
    return this.#handOver();
  }

  #take(char: string): void {
    const isSecondOfTwo = this.#hasReturned && char === '\n';
    this.#hasReturned = false;
    if (isSecondOfTwo) return;
    if (this.#state === 'quoted') this.#takeQuoted(char);
    else if (char === '"') this.#takeQuote();
    else if (char === ',') this.#endCell();
    else if (char === '\n' || char === '\r') this.#takeLineEnd(char);
    else if (this.#state === 'closing') throw new CsvFault('wordsAfterQuote', this.#count + 1);
    else {
      this.#cell += char;
      this.#state = 'plain';
    }
  }

  #takeQuoted(char: string): void {
    if (char === '"') this.#state = 'closing';
    else this.#cell += char;
  }

  #takeQuote(): void {
    if (this.#state === 'plain') throw new CsvFault('quoteInCell', this.#count + 1);
    if (this.#state === 'closing') this.#cell += '"';
    this.#state = 'quoted';
  }

  #takeLineEnd(char: string): void {
    this.#endRow();
    this.#hasReturned = char === '\r';
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): void {
    this.#endCell();
    this.#rows.push(this.#row);
    this.#row = [];
    this.#count += 1;
  }

  #handOver(): readonly Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}
