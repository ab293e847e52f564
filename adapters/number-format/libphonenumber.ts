import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { NumberFormat } from '../../application/ports/number-format.ts';

/** Digits and what people put between them. The library would also read links, extensions and numbers inside sentences. */
const WRITTEN = /^\+[\d\s().\-/]{6,40}$/;
/** Marks of direction and width that come along when a number is copied. */
const INVISIBLE = /\p{Cf}/gu;
const DASHES = /\p{Pd}/gu;

/** Numbers by libphonenumber's plan of each country: those that may exist, whether or not they are in use. */
export function libphonenumberFormat(): NumberFormat {
  return {
    e164(text) {
      if (text.length > 100) return null;
      const written = text.replaceAll(INVISIBLE, '').replaceAll(DASHES, '-').trim();
      if (!WRITTEN.test(written)) return null;
      const number = parsePhoneNumberFromString(written, { extract: false });
      return number?.isPossible() === true ? number.number : null;
    },
  };
}
