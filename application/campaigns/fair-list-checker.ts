import { fairReadings } from '../fair-readings.ts';
import type { ContactList, ListCheck, ListChecker } from '../ports/list-checker.ts';

/** Checks a contact list for a request of an organisation. Rejects with `limited` or `busy` when too many are being checked. */
export type FairListChecker = (orgId: string, list: ContactList, check: ListCheck) => ReturnType<ListChecker>;

/** Checks long contact lists in turn, and short ones at once, with a checker that all organisations share. */
export function fairListChecker({ listChecker }: { readonly listChecker: ListChecker }): FairListChecker {
  const inTurn = fairReadings('contact lists');
  return (orgId, list, check) => listChecker(list, check, (read) => inTurn(orgId, read));
}
