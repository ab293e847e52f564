import type { CsvParser } from '../ports/csv.ts';
import type { ContactList, ListCheck, ListChecker } from '../ports/list-checker.ts';
import type { TimeZones } from '../ports/time-zones.ts';
import { countContacts, requireColumns } from './read-contacts.ts';
import { countSuppressions } from './read-suppressions.ts';

interface Ports {
  readonly csvParser: CsvParser;
  readonly timeZones: TimeZones;
}

/** Whether a zone exists does not depend on the time. */
const ANY_TIME = new Date(0);

/** Checks contact lists where it is called. */
export const checkList =
  ({ csvParser, timeZones }: Ports) =>
  ({ bytes }: Pick<ContactList, 'bytes'>, check: ListCheck): ReturnType<ListChecker> => {
    switch (check.as) {
      case 'contacts':
        return countContacts(csvParser, bytes);
      case 'columns':
        return requireColumns(csvParser, bytes, check.settings, (name) => timeZones.offsetAt(name, ANY_TIME) !== null);
      case 'suppressions':
        return countSuppressions(csvParser, bytes);
    }
  };
