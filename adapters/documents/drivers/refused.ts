import { failed, outage, type DomainError } from '../../../domain/errors.ts';

/** What callers get instead of an error of a driver that means nothing else. The driver's error becomes the cause. */
export const refused = (cause: unknown, isAway: boolean): DomainError =>
  isAway
    ? outage('The document store does not answer', { cause })
    : failed('The document store refused the operation', { cause });
