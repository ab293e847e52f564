import type { CampaignMetadata } from '../../domain/campaigns/settings.ts';

/** What every row of a contact list is checked for: to be dialled, the columns of a campaign's settings, or to be suppressed. */
export type ListCheck =
  | { readonly as: 'contacts' }
  | { readonly as: 'columns'; readonly settings: CampaignMetadata }
  | { readonly as: 'suppressions' };

/** A contact list, opened when it is first read. */
export interface ContactList {
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * For checking contact lists. Answers the number of rows that count. Rejects with `rejected` and what is wrong with the first
 * rows. `inTurn` runs the checks of long lists only; without it they run at once.
 */
export type ListChecker = (
  list: ContactList,
  check: ListCheck,
  inTurn?: <T>(read: () => Promise<T>) => Promise<T>,
) => Promise<number>;
