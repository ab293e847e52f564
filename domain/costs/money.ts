/** A whole number of millionths of a currency unit: 1_500_000 is 1.5. */
export type Micros = number;

const MICROS = 1_000_000n;
const WHOLE_DIGITS_MAX = 6;
const DECIMALS_MAX = 12;
const AMOUNT_DIGITS_MAX = 9;
const AMOUNT_DECIMALS_MAX = 2;

/** A non-negative decimal without rounding: `digits` / 10 ^ `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Whether the text is a price: up to six digits, and up to twelve decimals, without a sign. */
export const isPrice = (text: string): boolean => decimalOf(text) !== null;

function decimalOf(text: string, wholeDigitsMax = WHOLE_DIGITS_MAX): Decimal | null {
  const [whole = '', decimals = '', ...rest] = text.split('.');
  const isDecimal = rest.length === 0 && (decimals !== '' || !text.endsWith('.'));
  if (!isDecimal || !isDigits(whole, 1, wholeDigitsMax) || !isDigits(decimals, 0, DECIMALS_MAX)) return null;
  return { digits: BigInt(whole + decimals), scale: decimals.length };
}

const isDigits = (text: string, min: number, max: number): boolean =>
  text.length >= min && text.length <= max && Array.from(text).every((each) => each >= '0' && each <= '9');

/**
 * What a quantity costs at a price for `per` of it. Rounded once, to the nearest micro-unit and half up. No amount is
 * larger than nine billion units.
 */
export function amountOf(price: string, per: number, quantity: number): Micros {
  const decimal = decimalOf(price);
  if (!decimal) throw new TypeError('Not a price');
  const divisor = BigInt(per) * 10n ** BigInt(decimal.scale);
  const product = decimal.digits * BigInt(quantity) * MICROS;
  return safe((2n * product + divisor) / (2n * divisor));
}

/** The amount that a decimal of up to nine digits and two decimals stands for. Null for other texts. */
export function amountIn(text: string): Micros | null {
  const decimal = decimalOf(text, AMOUNT_DIGITS_MAX);
  if (!decimal || decimal.scale > AMOUNT_DECIMALS_MAX) return null;
  return safe((decimal.digits * MICROS) / 10n ** BigInt(decimal.scale));
}

/** The exact sum. */
export const sumOf = (amounts: readonly Micros[]): Micros =>
  safe(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));

/** Nine billion units, beyond which a number would not be exact. */
const safe = (amount: bigint): Micros => Number(amount < MAX ? amount : MAX);
const MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** The amount as a decimal with two to six decimals, such as `0.012345`. */
export function amountText(amount: Micros): string {
  const digits = String(amount).padStart(7, '0');
  let decimals = digits.slice(-6);
  while (decimals.length > 2 && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  return `${digits.slice(0, -6)}.${decimals}`;
}
