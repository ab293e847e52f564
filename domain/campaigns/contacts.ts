import { rejected } from '../errors.ts';

/** A row of a source that can be dialled. */
export interface Contact {
  readonly contact_index: number;
  readonly phone_number: string;
  /** All other columns by name. */
  readonly context_variables: Readonly<Record<string, string>>;
}

/** A contact, as far as its rules depend on it. */
export type DialledContact = Pick<Contact, 'phone_number' | 'context_variables'>;

/** Parsed header of a source. */
export interface Header {
  readonly names: readonly string[];
  readonly phoneColumn: number;
}

/** The column of a contact list that has the numbers. */
export const PHONE = 'phone_number';
const COLUMNS_MAX = 200;
const CELL_MAX = 10_000;
/** Rows named in the error message. Further ones are only counted. */
const REPORTED_ROWS_MAX = 5;
const E164 = /^\+[1-9]\d{6,14}$/;

/** Parses the header of a source: names are trimmed and lower-cased, unique, and include `phone_number`. */
export function readHeader(cells: readonly string[]): Header {
  if (cells.length > COLUMNS_MAX) throw rejected(`The file has more than ${COLUMNS_MAX} columns`);
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const phoneColumn = names.indexOf(PHONE);
  if (phoneColumn < 0) throw rejected(`The file has no ${PHONE} column in the header row`);
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
  if (twice !== undefined) throw rejected(`Duplicate column in the header row: ${twice}`);
  return { names, phoneColumn };
}

/** What a contact has in the place of an erased number. It is never dialled. */
export const ERASED_NUMBER = 'erased';

/** Whether the contact of this row was erased. It keeps its place in the list. */
export const isErasedCell = (cell: string | undefined): boolean => cell === ERASED_NUMBER;

/** Reads a phone number. Null: blank, to be skipped. False: not an E.164 number. */
export function readPhone(cell: string | undefined): string | null | false {
  const number = (cell ?? '').replace(/[\s-]/gu, '');
  if (number === '') return null;
  return E164.test(number) && number;
}

/** Reads the other columns by name. Columns without a name and cells beyond the header are ignored. */
export function readVariables({ names, phoneColumn }: Header, cells: readonly string[]): Record<string, string> {
  const named = names.flatMap((name, at) =>
    at === phoneColumn || name === '' ? [] : [[name, cells[at] ?? ''] as const],
  );
  return Object.fromEntries(named);
}

/** Refuses a row with a cell that is too long to be a variable. */
export function requireShortCells({ names, phoneColumn }: Header, cells: readonly string[]): void {
  const long = cells.findIndex((cell, at) => cell.length > CELL_MAX && at !== phoneColumn && Boolean(names[at]));
  if (long >= 0) throw rejected(`A cell of the column ${names[long]} has more than ${CELL_MAX} characters`);
}

/** What is wrong with a row. */
export type RowFault =
  | 'not an E.164 number such as +15550100000'
  | 'a number that appeared before'
  | 'an unknown time zone'
  | 'neither a day such as 2026-12-31 nor a time';

/** Collects errors in the rows of a source for one message that names the first of them. */
export class RowErrors {
  readonly #kinds = new Map<string, number[]>();
  #count = 0;

  /** Records an error. Rows are numbered as in a spreadsheet: the header is row 1. */
  add(kind: RowFault, row: number): void {
    this.#count += 1;
    if (this.#count > REPORTED_ROWS_MAX) return;
    this.#kinds.set(kind, [...(this.#kinds.get(kind) ?? []), row]);
  }

  /** Rejects the source if it had errors. */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const kinds = [...this.#kinds].map(([kind, rows]) => `${kind} in row ${rows.join(', ')}`);
    const more = this.#count > REPORTED_ROWS_MAX ? `, and ${this.#count - REPORTED_ROWS_MAX} more` : '';
    throw rejected(`Rows cannot be dialled: ${kinds.join('; ')}${more}`);
  }
}
