import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether the text contains a match of the first pattern followed by a match of the second. Linear in the length of the text. */
export function containsInOrder(text: string, first: RegExp, second: RegExp): boolean {
  const at = text.search(first);
  return at >= 0 && second.test(text.slice(at));
}

/** All values stored for a secret, which may be a text or a list of texts. */
export function secretsIn(auth: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = auth[name];
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '') as string[];
}

/** Country calling code of India, where Vobiz and Exotel have nearly all of their numbers. */
const INDIA = '91';
/** A number in national format, with the trunk prefix 0. */
const NATIONAL = /^0[1-9]\d{5,12}$/;

/** Converts a number to E.164 with a plus sign. Anything else, such as a SIP address, stays as it is. */
export function withPlus(text: string): string {
  const compact = text.replace(/^tel:/i, '').replace(/[\s().-]/g, '');
  return /^\+?[1-9]\d{5,14}$/.test(compact) ? `+${compact.replace('+', '')}` : text.trim();
}

/** The digits without the plus sign, as some carriers write numbers. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');

/** Numbers in E.164, without duplicates, sorted. */
export const sortedNumbers = (texts: readonly string[]): string[] => [...new Set(texts.map(withPlus))].toSorted();

/**
 * Converts a number to E.164 with a plus sign, including national format. The other number of the call or the account
 * decides the country; the default is India. A number that is not valid there stays as it is.
 */
export function fromNational(text: string, second = ''): string {
  const compact = text.replace(/[\s().-]/g, '');
  if (!NATIONAL.test(compact)) return withPlus(text);
  const defaultCallingCode = parsePhoneNumberFromString(withPlus(second))?.countryCallingCode ?? INDIA;
  const number = parsePhoneNumberFromString(compact, { defaultCallingCode, extract: false });
  return number?.isValid() === true ? number.number : text.trim();
}
