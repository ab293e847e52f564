import { assert } from 'chai';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { prefixNumberPlan } from '../../adapters/number-plan/number-plan.ts';
import { builtInZones } from '../../adapters/time-zones/built-in.ts';

describe('number-plan: prefixes', () => {
  const plan = prefixNumberPlan();

  for (const [number, zones, countries] of [
    ['+14155550100', ['America/Los_Angeles'], ['US']],
    ['+14165550100', ['America/Toronto'], ['CA']],
    ['+18505550100', ['America/Chicago', 'America/New_York'], ['US']],
    ['+17875550100', ['America/Puerto_Rico'], ['PR']],
    ['+4915112345678', ['Europe/Berlin'], ['DE']],
    ['+551130000000', ['America/Sao_Paulo'], ['BR']],
    ['+526641234567', ['America/Tijuana'], ['MX']],
    ['+80012345678', [], []],
  ] as const)
    it(`knows where ${number} is`, () => {
      const place = plan.placeOf(number);
      assert.sameMembers([...place.zones], [...zones]);
      assert.sameMembers([...place.countries], [...countries]);
    });

  it('counts all zones of a country for numbers that no area is known of', () => {
    assert.includeMembers([...plan.placeOf('+61412345678').zones], ['Australia/Perth', 'Australia/Sydney']);
    assert.includeMembers([...plan.placeOf('+18005550100').zones], ['America/New_York', 'Pacific/Guam']);
  });

  it('knows the zones of every country, by names that the platform knows', () => {
    const { offsetAt } = builtInZones();
    for (const country of getCountries()) {
      const { zones } = plan.placeOf(`+${getCountryCallingCode(country)}000000000`);
      assert.isNotEmpty(zones, country);
      for (const zone of zones) assert.isNotNull(offsetAt(zone, new Date(0)), zone);
    }
  });
});
