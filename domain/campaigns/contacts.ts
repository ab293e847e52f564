import { rejected } from '../errors.ts';

/** One row of a source that can be dialled. */
export interface Contact {
  readonly contact_index: number;
  readonly phone_number: string;
  /** Every other column, by its name. */
  readonly context_variables: Readonly<Record<string, string>>;
}

/** The columns of a source, understood. */
export interface Header {
  readonly names: readonly string[];
  readonly phoneColumn: number;
}

const PHONE = 'phone_number';
const COLUMNS_MAX = 200;
const CELL_MAX = 10_000;
/** So many bad rows are named before the text ends. */
const REPORTED_ROWS_MAX = 5;
const E164 = /^\+[1-9]\d{6,14}$/;

/** The header of a source: names trimmed and lower-cased, `phone_number` among them, none twice, none empty. */
export function readHeader(cells: readonly string[]): Header {
  if (cells.length > COLUMNS_MAX) throw rejected(`The file has more than ${COLUMNS_MAX} columns`);
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const phoneColumn = names.indexOf(PHONE);
  if (phoneColumn < 0) throw rejected(`The file has no ${PHONE} column in its first line`);
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
  if (twice !== undefined) throw rejected(`The column ${twice} appears twice in the first line`);
  return { names, phoneColumn };
}

/** The number of a row as it is dialled: null for a blank one, which is skipped. Answers false when it is no E.164 number. */
export function readPhone(cell: string | undefined): string | null | false {
  const number = (cell ?? '').replace(/[\s-]/gu, '');
  if (number === '') return null;
  return E164.test(number) && number;
}

/** The columns besides the number, by name. Columns without a name, and cells beyond the header, are left out. */
export function readVariables({ names, phoneColumn }: Header, cells: readonly string[]): Record<string, string> {
  const named = names.flatMap((name, at) =>
    at === phoneColumn || name === '' ? [] : [[name, cells[at] ?? ''] as const],
  );
  const long = named.find(([, value]) => value.length > CELL_MAX);
  if (long) throw rejected(`A cell of the column ${long[0]} has more than ${CELL_MAX} characters`);
  return Object.fromEntries(named);
}

/** Collects what is wrong with the rows of a source, and says it in one sentence that names the first of them. */
export class RowErrors {
  readonly #kinds = new Map<string, number[]>();
  #count = 0;

  /** Remembers a fault. Rows are counted as a spreadsheet does, the header being row 1. */
  add(kind: 'not an E.164 number such as +15550100000' | 'a number that appeared before', row: number): void {
    this.#count += 1;
    if (this.#count > REPORTED_ROWS_MAX) return;
    this.#kinds.set(kind, [...(this.#kinds.get(kind) ?? []), row]);
  }

  /** Refuses the source when anything was wrong. */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const kinds = [...this.#kinds].map(([kind, rows]) => `${kind} in row ${rows.join(', ')}`);
    const more = this.#count > REPORTED_ROWS_MAX ? `, and ${this.#count - REPORTED_ROWS_MAX} more` : '';
    throw rejected(`Rows cannot be dialled: ${kinds.join('; ')}${more}`);
  }
}
