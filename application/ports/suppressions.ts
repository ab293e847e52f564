import type { Suppression } from '../../domain/campaigns/suppression.ts';

/** For storing suppression lists: each number once per organisation. */
export interface SuppressionRepository {
  /** Adds entries and returns how many numbers were not listed before. Entries of listed numbers stay as they are. */
  addAll(suppressions: readonly Suppression[]): Promise<number>;
  find(orgId: string, phoneNumber: string): Promise<Suppression | null>;
  /** The entries of these numbers, in any order. */
  among(orgId: string, phoneNumbers: readonly string[]): Promise<readonly Suppression[]>;
  /** One page of an organisation's entries, newest first. */
  list(orgId: string, page: { readonly limit: number; readonly offset: number }): Promise<readonly Suppression[]>;
  count(orgId: string): Promise<number>;
  /** Removes the reason of an entry, if it has one. */
  removeReason(orgId: string, phoneNumber: string): Promise<void>;
  /** Removes the entry of a number and returns whether it existed. */
  remove(orgId: string, phoneNumber: string): Promise<boolean>;
}
