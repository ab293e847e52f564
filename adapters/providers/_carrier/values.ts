import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A field of a carrier's JSON as text: numbers are written out, and whatever is no text is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Whether a text says the one and behind it the other, however long it is. */
export function containsInOrder(text: string, first: RegExp, second: RegExp): boolean {
  const at = text.search(first);
  return at >= 0 && second.test(text.slice(at));
}

/** Every value stored for a secret: it may be a text or a list of texts. */
export function secretsIn(auth: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = auth[name];
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '') as string[];
}

/** The calling code of the country where Vobiz and Exotel have nearly all of their numbers. */
const INDIA = '91';
/** A number as it is dialled inside its country. */
const NATIONAL = /^0[1-9]\d{5,12}$/;

/** A number as E.164 with a plus, whether it came with one or not. What is no number, as a SIP address, stays as it is. */
export function withPlus(text: string): string {
  const compact = text.replace(/^tel:/i, '').replace(/[\s().-]/g, '');
  return /^\+?[1-9]\d{5,14}$/.test(compact) ? `+${compact.replace('+', '')}` : text.trim();
}

/** The digits alone, for carriers that write numbers so. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');

/** Numbers as the port wants them: E.164, each once, sorted. */
export const sortedNumbers = (texts: readonly string[]): string[] => [...new Set(texts.map(withPlus))].toSorted();

/**
 * A number as E.164 with a plus, also when the carrier writes it with the 0 that is dialled inside its country. Which
 * country that is, the other number of the call or the account tells; India where it does not. What is no valid number of
 * that country stays as it is.
 */
export function fromNational(text: string, second = ''): string {
  const compact = text.replace(/[\s().-]/g, '');
  if (!NATIONAL.test(compact)) return withPlus(text);
  const defaultCallingCode = parsePhoneNumberFromString(withPlus(second))?.countryCallingCode ?? INDIA;
  const number = parsePhoneNumberFromString(compact, { defaultCallingCode, extract: false });
  return number?.isValid() === true ? number.number : text.trim();
}
