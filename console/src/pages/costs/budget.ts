const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;
const THRESHOLDS_MAX = 10;
const PERCENT_MAX = 200;

/** The amount that a text stands for: null for none, undefined when it is wrong. */
export function readAmount(text: string): string | null | undefined {
  const amount = text.trim();
  if (amount === '') return null;
  return AMOUNT.test(amount) ? amount : undefined;
}

/** The thresholds that a text lists. Undefined when one is wrong. */
export function readThresholds(text: string): number[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const percents = parts.filter((part) => part !== '').map(Number);
  const isRight = percents.every((each) => Number.isInteger(each) && each >= 1 && each <= PERCENT_MAX);
  return isRight && percents.length <= THRESHOLDS_MAX ? percents : undefined;
}
