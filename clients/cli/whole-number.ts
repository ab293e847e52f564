import { InvalidArgumentError } from 'commander';

/** The value of an option that counts something. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(text);
}
