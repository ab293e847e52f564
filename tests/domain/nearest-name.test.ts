import { assert } from 'chai';
import { adviceOnName, nearestName, unknownNames } from '../../domain/nearest-name.ts';

const FIELDS = ['type', 'name', 'description', 'timeout_secs', 'say_while_waiting', 'side_effects', 'variables'];

describe('nearestName', () => {
  for (const [name, known] of [
    ['side_effect', 'side_effects'],
    ['sideEffects', 'side_effects'],
    ['side-effects', 'side_effects'],
    ['timeout', 'timeout_secs'],
    ['timeout_seconds', 'timeout_secs'],
    ['desciption', 'description'],
    ['nmae', 'name'],
    ['say', 'say_while_waiting'],
  ] as const)
    it(`finds ${known} for ${name}`, () => assert.equal(nearestName(name, FIELDS), known));

  it('finds nothing for a name that is like none', () => {
    for (const name of ['authentication', 'url', 'x', '', 'zzzz', '💥'.repeat(100)])
      assert.isNull(nearestName(name, FIELDS));
  });

  it('advises all names when none is near', () => {
    assert.equal(adviceOnName('url', ['type', 'name']), 'use one of type, name');
    assert.equal(adviceOnName('typ', ['type', 'name']), 'did you mean type?');
  });

  it('advises about each of many unknown names, and shows all known ones once', () => {
    const faults = (unknown: readonly string[], known = ['type', 'name']) =>
      unknownNames(unknown, known, (name) => `${name} is unknown`);
    assert.deepEqual(faults(['typ', 'nmae', 'url']), [
      'typ is unknown: did you mean type? Otherwise use one of type, name',
      'nmae is unknown: did you mean name?',
      'url is unknown',
    ]);
    assert.deepEqual(faults(['url']), ['url is unknown: use one of type, name']);
    assert.deepEqual(faults(['url'], []), ['url is unknown: there are none']);
  });

  it('shows a few known names, and the beginning of long ones', () => {
    const known = Array.from({ length: 40 }, (_, at) => `${at}`.padEnd(1_000, 'x'));
    assert.match(adviceOnName('url', known), /^use one of 0x{63}, .*, 29x{62} and 10 others$/);
  });
});
