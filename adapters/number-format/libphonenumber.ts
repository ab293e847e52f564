import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { NumberFormat } from '../../application/ports/number-format.ts';

/** Digits and common separators. The library would also accept links, extensions and numbers inside sentences. */
const WRITTEN = /^\+[\d\s().\-/]{6,40}$/;
/** Invisible formatting characters that copied numbers contain. */
const INVISIBLE = /\p{Cf}/gu;
const DASHES = /\p{Pd}/gu;

/** Validates numbers by libphonenumber's plan of each country, whether or not they are in use. */
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
