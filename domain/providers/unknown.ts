import { missing, type DomainError } from '../errors.ts';

/** Longer than any id of ours. */
const SHOWN_MAX = 50;

/** A provider that is not registered, by the name that was asked for, and the route that lists those that are. */
export const unknownProvider = (provider: string, listedBy: string): DomainError =>
  missing(`Provider ${provider.slice(0, SHOWN_MAX)}`, `${listedBy} lists all there are`);
