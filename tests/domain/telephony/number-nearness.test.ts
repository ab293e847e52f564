import { assert } from 'chai';
import { numberNearness } from '../../../domain/telephony/number-nearness.ts';

describe('how near two numbers are', () => {
  for (const [one, other, nearness, what] of [
    ['+14155550100', '+14155551234', 8, 'the longest beginning in common in an area of North America'],
    ['+14155550100', '+14185551234', 2, 'the country alone, where only a part of an area code is the same'],
    ['+14155550100', '+12125551234', 2, 'the country alone in North America'],
    ['+493055501000', '+493055501234', 10, 'an area of a country with a code of two digits'],
    ['+493055501000', '+491715551234', 3, 'a country with a code of two digits'],
    ['+493055501000', '+442055501234', 0, 'nothing for countries whose codes begin alike'],
    ['+353155501000', '+351215551234', 0, 'nothing for countries with codes of three digits that begin alike'],
    ['+353155501000', '+353215551234', 4, 'a country with a code of three digits'],
    ['+74955550100', '+74955551234', 8, 'an area of a country with a code of one digit'],
    ['+74955550100', '+14955551234', 0, 'nothing for countries with codes of one digit'],
  ] as const)
    it(`is ${what}`, () => {
      assert.equal(numberNearness(one, other), nearness);
      assert.equal(numberNearness(other, one), nearness);
    });
});
