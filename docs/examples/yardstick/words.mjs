/** Reads what callers say, as it is transcribed or as a model writes it: plain Node, no packages. */

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const NUMBERS = [...DIGITS, 'ten', 'eleven', 'twelve'];

/** Digits in figures or in words, such as `4412` of “four four one two”. */
export const digitsOf = (value) =>
  String(value ?? '')
    .toLowerCase()
    .replace(/\boh\b/g, 'zero')
    .split(/[^a-z0-9]+/)
    .map((word) => (DIGITS.includes(word) ? DIGITS.indexOf(word) : /^\d+$/.test(word) ? word : ''))
    .join('');

/** A whole number in figures or words up to twelve, or null. */
export function numberOf(value) {
  const [word = ''] = /[a-z]+|\d+/.exec(String(value ?? '').toLowerCase()) ?? [];
  if (NUMBERS.includes(word)) return NUMBERS.indexOf(word);
  return /^\d{1,3}$/.test(word) ? Number(word) : null;
}

/** A text in lower case, without articles and punctuation. */
export const plain = (value) =>
  String(value ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(/\b(the|a|an)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** A time of the day as `10:30`, of “ten thirty”, “10.30” or “half past ten”, or null. Before eight means the afternoon. */
export function timeOf(value) {
  const text = String(value ?? '').toLowerCase();
  const half = /half past (\w+)/.exec(text);
  const [, hourWord = '', rest = ''] = half ? ['', half[1], 'thirty'] : (/(\w+)[ :.h]*(.*)/.exec(text) ?? []);
  const hour = numberOf(hourWord);
  if (hour === null || hour > 23) return null;
  const minutes = /thirty|30/.test(rest) ? '30' : '00';
  const isAfternoon = hour < 8 || (hour < 12 && /\bp\.?m\b|afternoon/.test(text));
  return `${String(isAfternoon ? hour + 12 : hour).padStart(2, '0')}:${minutes}`;
}
