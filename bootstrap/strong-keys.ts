import { SettingError, type Reader } from './env-readers.ts';

/** Minimum key length in bytes. RFC 7518, section 3.2: an HS256 key is at least as long as its hash. */
const KEY_BYTES_MIN = 32;
/** Minimum number of distinct characters. A random key of 32 hexadecimal digits has about 14. */
const DIFFERENT_CHARACTERS_MIN = 8;
/** Longest run of consecutive characters, such as `12345678`. A random key exceeds it once in 10^11. */
const RUN_LENGTH_MAX = 7;
/** Words of example and handmade keys. A random key contains one of them once in a million. */
const EXAMPLE_WORDS =
  /change|secret|passwd|password|example|replace|insert|default|placeholder|sample|private|internal|gateway/i;

const KEY_ADVICE =
  `write a random key of at least ${KEY_BYTES_MIN} bytes, without words or repeated patterns; ` +
  'this makes one: openssl rand -base64 48';
const FERNET_ADVICE =
  "write 32 random bytes in URL-safe base64; this makes them: openssl rand -base64 32 | tr '+/' '-_'";

/** A signing or encryption key: at least 32 bytes and not guessable. */
export const strongKey: Reader<string> = (text) =>
  Buffer.byteLength(text) < KEY_BYTES_MIN || EXAMPLE_WORDS.test(text) || isPatterned(text)
    ? new SettingError(KEY_ADVICE)
    : text;

/** A Fernet key: 32 bytes in URL-safe base64, with or without padding. */
export const fernetKey: Reader<string> = (text) =>
  /^[\w-]{43}=?$/.test(text) && !isPatterned(text) ? text : new SettingError(FERNET_ADVICE);

const isPatterned = (text: string): boolean =>
  new Set(text).size < DIFFERENT_CHARACTERS_MIN || isRepeated(text) || longestRun(text) > RUN_LENGTH_MAX;

/** Whether a text repeats a shorter one, possibly cut off at the end. */
const isRepeated = (text: string): boolean =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, place) => place + 1).some((period) =>
    text.startsWith(text.slice(period)),
  );

/** Length of the longest run of ascending, descending or equal characters. */
function longestRun(text: string): number {
  let [longest, length, lastStep] = [1, 1, Number.NaN];
  for (let place = 1; place < text.length; place += 1) {
    const step = text.charCodeAt(place) - text.charCodeAt(place - 1);
    length = Math.abs(step) > 1 ? 1 : step === lastStep ? length + 1 : 2;
    lastStep = step;
    longest = Math.max(longest, length);
  }
  return longest;
}
