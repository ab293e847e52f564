import { isExpiry } from '../../domain/campaigns/consent.ts';
import { TIMEZONE_COLUMN } from '../../domain/campaigns/contact-hours.ts';
import {
  ERASED_NUMBER,
  isErasedCell,
  readHeader,
  readPhone,
  readVariables,
  requireShortCells,
  RowErrors,
  type Contact,
  type Header,
} from '../../domain/campaigns/contacts.ts';
import { NumberSet } from '../../domain/campaigns/number-set.ts';
import type { CampaignMetadata } from '../../domain/campaigns/settings.ts';
import { rejected } from '../../domain/errors.ts';
import type { Row, CsvParser } from '../ports/csv.ts';

/** Rows are numbered as in a spreadsheet: the header is row 1. */
const FIRST_ROW = 2;

/** Counts the contacts of a source. Rejects an invalid source with a message that names the first bad rows. */
export async function countContacts(csvParser: CsvParser, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const faults = new RowErrors();
  const known = new NumberSet();
  let contacts = 0;
  let row = FIRST_ROW;
  for await (const { header, rows } of rowsOf(csvParser, bytes))
    for (const cells of rows) {
      const number = readNumber(header, cells);
      if (number === ERASED_NUMBER) contacts += 1;
      else if (number === false) faults.add('not an E.164 number such as +15550100000', row);
      else if (number !== null && !known.add(number)) faults.add('a number that appeared before', row);
      else if (number !== null) contacts += 1;
      requireShortCells(header, cells);
      row += 1;
    }
  faults.throwIfAny();
  return contacts;
}

/**
 * Counts the rows of a source. Rejects one that lacks columns which the settings of a campaign name, or has rows in which such
 * a column cannot be read. The message names the first of them.
 */
export async function requireColumns(
  csvParser: CsvParser,
  bytes: AsyncIterable<Uint8Array>,
  settings: CampaignMetadata,
  isZone: (name: string) => boolean,
): Promise<number> {
  const faults = new RowErrors();
  let row = FIRST_ROW;
  for await (const { header, rows } of rowsOf(csvParser, bytes)) {
    const { zone, expiry } = columnsOf(header, settings);
    for (const cells of rows) {
      const name = cells[zone]?.trim() ?? '';
      if (name !== '' && !isZone(name)) faults.add('an unknown time zone', row);
      if (!isExpiry(cells[expiry] ?? '')) faults.add('neither a day such as 2026-12-31 nor a time', row);
      row += 1;
    }
  }
  faults.throwIfAny();
  return row - FIRST_ROW;
}

/** Where the columns of a campaign's settings are. -1: the settings need none. */
function columnsOf(
  { names }: Header,
  { schedule_config: schedule, consent }: CampaignMetadata,
): { readonly zone: number; readonly expiry: number } {
  const named = [schedule?.timezone_column, consent?.column, consent?.expiry_column];
  const absent = named.find((name) => name !== undefined && !names.includes(name));
  if (absent !== undefined) throw rejected(`The contact list has no ${absent} column`);
  return {
    zone: schedule?.use_contact_timezone ? names.indexOf(schedule.timezone_column ?? TIMEZONE_COLUMN) : -1,
    expiry: consent?.expiry_column === undefined ? -1 : names.indexOf(consent.expiry_column),
  };
}

/** Reads the contacts of a validated source in batches, in order. */
export async function* contactsOf(csvParser: CsvParser, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Contact[]> {
  let index = 0;
  for await (const { header, rows } of rowsOf(csvParser, bytes)) {
    const contacts: Contact[] = [];
    for (const cells of rows) {
      const number = readNumber(header, cells);
      if (typeof number !== 'string') continue;
      contacts.push({
        contact_index: index,
        phone_number: number,
        context_variables: readVariables(header, cells),
      });
      index += 1;
    }
    yield contacts;
  }
}

/** The number of a row, or the mark of an erased one. */
function readNumber({ phoneColumn }: Header, cells: Row): string | null | false {
  return isErasedCell(cells[phoneColumn]) ? ERASED_NUMBER : readPhone(cells[phoneColumn]);
}

/** The rows of a source after its header, in batches. The first batch may be empty. */
export async function* rowsOf(
  csvParser: CsvParser,
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<{ readonly header: Header; readonly rows: readonly Row[] }> {
  let header: Header | null = null;
  for await (const rows of csvParser.rows(bytes)) {
    const [first, ...rest] = rows;
    if (header) yield { header, rows };
    else if (first) {
      header = readHeader(first);
      yield { header, rows: rest };
    }
  }
  if (!header) throw rejected('The file is empty');
}
