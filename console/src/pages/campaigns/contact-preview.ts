import { CsvFault, CsvReader, type CsvProblem } from './csv-reader.ts';

const PHONE = 'phone_number';
const E164 = /^\+[1-9]\d{6,14}$/;
/** Number of preview rows and of listed invalid rows. */
const SHOWN = 5;
const NAMED = 20;

export interface BadRow {
  /** Counted as a spreadsheet does: the header is row 1. */
  readonly row: number;
  readonly value: string;
  readonly kind: 'noNumber' | 'repeated';
}

/** What makes a file unusable as a whole. */
export type FileFault =
  | { readonly kind: 'empty' | 'notUtf8' | 'noPhoneColumn' }
  | { readonly kind: 'columnTwice'; readonly column: string }
  | { readonly kind: 'notCsv'; readonly problem: CsvProblem; readonly row: number };

/** What is known of a contact list before it is uploaded. */
export interface ContactPreview {
  readonly columns: readonly string[];
  /** The first rows, cell by cell. */
  readonly rows: readonly (readonly string[])[];
  /** Rows that can be dialled. */
  readonly contacts: number;
  /** Rows without a number, which are skipped. */
  readonly skipped: number;
  readonly badRows: readonly BadRow[];
  readonly badCount: number;
  readonly fault: FileFault | null;
}

/** Whether the API accepts the list and it contains a contact. */
export const canBeCalled = ({ fault, badCount, contacts }: ContactPreview): boolean =>
  fault === null && badCount === 0 && contacts > 0;

/** The number of a row that is shown, as a spreadsheet counts. */
export const rowNumber = (place: number): number => place + 2;

/** Looks through a contact list as the API will, piece by piece, so that a long one does not hold up the page. */
export async function previewContacts(bytes: AsyncIterable<Uint8Array>): Promise<ContactPreview> {
  const list = new ContactList();
  const reader = new CsvReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) list.add(reader.read(decoder.decode(chunk, { stream: true })));
    list.add(reader.read(decoder.decode()));
    list.add(reader.end());
    return list.preview();
  } catch (error) {
    // A decoder complains with a TypeError.
    if (error instanceof TypeError) return list.preview({ kind: 'notUtf8' });
    if (!(error instanceof CsvFault)) throw error;
    return list.preview({ kind: 'notCsv', problem: error.problem, row: error.row });
  }
}

class ContactList {
  #columns: readonly string[] | null = null;
  readonly #rows: (readonly string[])[] = [];
  readonly #known = new Set<string>();
  readonly #badRows: BadRow[] = [];
  #badCount = 0;
  #skipped = 0;
  #row = 1;

  add(rows: readonly (readonly string[])[]): void {
    for (const cells of rows) {
      if (this.#columns === null) this.#columns = cells.map((cell) => cell.trim().toLowerCase());
      else this.#addContact(cells, this.#columns.indexOf(PHONE));
      this.#row += 1;
    }
  }

  preview(fault: FileFault | null = null): ContactPreview {
    return {
      columns: this.#columns ?? [],
      rows: this.#rows,
      contacts: this.#known.size,
      skipped: this.#skipped,
      badRows: this.#badRows,
      badCount: this.#badCount,
      fault: fault ?? headerFault(this.#columns),
    };
  }

  #addContact(cells: readonly string[], phoneAt: number): void {
    if (this.#rows.length < SHOWN) this.#rows.push(cells);
    const value = cells[phoneAt] ?? '';
    const number = value.replace(/[\s-]/gu, '');
    if (number === '') this.#skipped += 1;
    else if (!E164.test(number)) this.#addBad('noNumber', value);
    else if (this.#known.has(number)) this.#addBad('repeated', value);
    else this.#known.add(number);
  }

  #addBad(kind: BadRow['kind'], value: string): void {
    this.#badCount += 1;
    if (this.#badRows.length < NAMED) this.#badRows.push({ kind, value, row: this.#row });
  }
}

function headerFault(columns: readonly string[] | null): FileFault | null {
  if (columns === null) return { kind: 'empty' };
  if (!columns.includes(PHONE)) return { kind: 'noPhoneColumn' };
  const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) < at);
  return twice === undefined ? null : { kind: 'columnTwice', column: twice };
}
