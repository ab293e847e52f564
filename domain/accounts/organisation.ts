import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import type { Quotas } from './quotas.ts';

/** A tenant. `concurrent_call_limit` is its own limit on concurrent calls; no endpoint writes it. */
export interface Organisation {
  readonly org_id: string;
  readonly name: string;
  readonly created_by_email: string;
  readonly created_at: string;
  readonly concurrent_call_limit: number | null;
  /** Its own quotas, which override the platform's. No endpoint writes them. */
  readonly quotas?: Partial<Quotas> | null;
}

export const ORGANISATION_NAME_MAX = 200;
/** Invisible characters, with which two names look the same, except the joiners that many scripts need. */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}/u;
const JOINERS = /[\u200C\u200D]/g;

/** Concurrent calls an organisation may have: its own limit, at least 1, else the platform's default. */
export const concurrentCallLimit = (organisation: Organisation, platformDefault: number): number =>
  organisation.concurrent_call_limit === null ? platformDefault : Math.max(1, organisation.concurrent_call_limit);

/** Validates and trims an organisation name: not blank, bounded, without control and invisible characters or invalid Unicode. */
export function organisationName(input: string): string {
  const name = input.trim();
  if (name.replaceAll(JOINERS, '').trim() === '') throw invalid('organisation_name is required');
  if ([...name].length > ORGANISATION_NAME_MAX)
    throw invalid(`organisation_name must have at most ${ORGANISATION_NAME_MAX} characters`);
  if (!isPlainText(name)) throw invalid('organisation_name must not contain control characters or invalid Unicode');
  if (INVISIBLE.test(name)) throw invalid('organisation_name must not contain invisible characters');
  return name;
}
