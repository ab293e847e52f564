import { assert } from 'chai';
import fc from 'fast-check';
import { amountOf, amountText, isPrice, sumOf } from '../../../domain/costs/money.ts';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: min, maxLength: max });
const price = fc
  .tuple(digits(1, 6), digits(0, 12))
  .map(([whole, decimals]) => (decimals === '' ? whole : `${whole}.${decimals}`));
const quantity = fc.integer({ min: 0, max: 100_000_000 });
const per = fc.constantFrom(60, 60_000, 1_000_000, 3_600_000);

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

describe('amounts of money', () => {
  it('are what schoolbook arithmetic says', () => {
    for (const [text, unit, count, expected] of [
      ['0.0048', 60_000, 90_000, 7_200],
      ['0.1', 1_000_000, 1, 0],
      ['0.5', 1_000_000, 1, 1],
      ['0.4999', 1_000_000, 1, 0],
      ['15', 1_000_000, 1_234, 18_510],
      ['0.0115', 60, 60, 11_500],
      ['0', 60, 3_600, 0],
    ] as const)
      assert.equal(amountOf(text, unit, count), expected, `${count} at ${text} for ${unit}`);
  });

  it('differ from the exact product by at most half a micro-unit', () => {
    fc.assert(
      fc.property(price, per, quantity, (text, unit, count) => {
        const [whole = '', decimals = ''] = text.split('.');
        const divisor = BigInt(unit) * 10n ** BigInt(decimals.length);
        const exact = BigInt(whole + decimals) * BigInt(count) * 1_000_000n;
        const amount = BigInt(amountOf(text, unit, count));
        const error = exact / divisor < MAX ? 2n * (amount * divisor - exact) : amount - MAX;
        assert.isTrue(error <= divisor && error > -divisor);
      }),
    );
  });

  it('grow with the quantity', () => {
    fc.assert(
      fc.property(price, per, quantity, quantity, (text, unit, one, other) => {
        assert.isAtMost(amountOf(text, unit, Math.min(one, other)), amountOf(text, unit, Math.max(one, other)));
      }),
    );
  });

  it('have a sum that does not depend on the order', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 2 ** 45 }), { maxLength: 50 });
    fc.assert(fc.property(amounts, (list) => assert.equal(sumOf(list), sumOf(list.toReversed()))));
  });

  it('are written as decimals that lose nothing', () => {
    for (const [amount, text] of [
      [0, '0.00'],
      [1, '0.000001'],
      [12_345, '0.012345'],
      [1_500_000, '1.50'],
      [123_000_000_000, '123000.00'],
    ] as const)
      assert.equal(amountText(amount), text);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        const [whole = '', decimals = ''] = amountText(amount).split('.');
        assert.equal(BigInt(whole + decimals.padEnd(6, '0')), BigInt(amount));
      }),
    );
  });

  it('come of prices that are plain decimals', () => {
    for (const text of ['0', '0.0048', '999999.999999999999']) assert.isTrue(isPrice(text), text);
    for (const text of ['', '.5', '5.', '-1', '+1', '1e3', '1,5', ' 1', '1000000', '0.0000000000001', '1.2.3', '١'])
      assert.isFalse(isPrice(text), text);
  });
});
