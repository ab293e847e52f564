import { fairReadings } from '../fair-readings.ts';
import type { ListCheck, ListChecker } from '../ports/list-checker.ts';

/** Checks a contact list for a request of an organisation. Rejects with `limited` or `busy` when too many are being checked. */
export type FairListChecker = (orgId: string, ...list: Parameters<ListChecker>) => ReturnType<ListChecker>;

/** Checks contact lists in turn, with a checker that all organisations share. */
export function fairListChecker({ listChecker }: { readonly listChecker: ListChecker }): FairListChecker {
  const inTurn = fairReadings('contact lists');
  return (orgId, bytes, check: ListCheck) => inTurn(orgId, () => listChecker(bytes, check));
}
