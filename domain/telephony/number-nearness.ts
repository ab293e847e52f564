/** Country codes of two digits, by ITU-T E.164. 1 and 7 have one digit, all others three. */
const TWO_DIGITS = /^\+(?:20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Digits of an area code in North America, where the first ones alone say nothing about the place. */
const AREA_DIGITS = 3;

/**
 * How near two numbers in E.164 are: the length of what they begin with in common. 0: they are of different countries. In North
 * America only a whole area code counts.
 */
export function numberNearness(one: string, other: string): number {
  const country = 1 + countryDigits(one);
  const common = commonLength(one, other);
  if (common < country) return 0;
  return one.startsWith('+1') && common < country + AREA_DIGITS ? country : common;
}

function countryDigits(number: string): number {
  if (number.startsWith('+1') || number.startsWith('+7')) return 1;
  return TWO_DIGITS.test(number) ? 2 : 3;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
