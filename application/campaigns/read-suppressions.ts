import { readPhone, requireShortCells, RowErrors } from '../../domain/campaigns/contacts.ts';
import { suppressionReason, type Suppression } from '../../domain/campaigns/suppression.ts';
import type { CsvParser } from '../ports/csv.ts';
import { rowsOf } from './read-contacts.ts';

/** The rows of a suppression list with a number, in batches. Faulty ones are recorded and left out. */
export async function* entriesOf(
  csvParser: CsvParser,
  bytes: AsyncIterable<Uint8Array>,
  faults = new RowErrors(),
): AsyncIterable<readonly Pick<Suppression, 'phone_number' | 'reason'>[]> {
  let row = 1;
  for await (const { header, rows } of rowsOf(csvParser, bytes)) {
    const reasonColumn = header.names.indexOf('reason');
    const entries: Pick<Suppression, 'phone_number' | 'reason'>[] = [];
    for (const cells of rows) {
      row += 1;
      requireShortCells(header, cells);
      const number = readPhone(cells[header.phoneColumn]);
      if (number === false) faults.add('not an E.164 number such as +15550100000', row);
      else if (number !== null) entries.push({ phone_number: number, reason: suppressionReason(cells[reasonColumn]) });
    }
    yield entries;
  }
}

/** Counts the rows with a number. Rejects a list with faulty rows. */
export async function countSuppressions(csvParser: CsvParser, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const faults = new RowErrors();
  let count = 0;
  for await (const entries of entriesOf(csvParser, bytes, faults)) count += entries.length;
  faults.throwIfAny();
  return count;
}
