import { assert } from 'chai';
import { concurrentCallLimit, organisationName, type Organisation } from '../../../domain/accounts/organisation.ts';

const organisation = (concurrent_call_limit: number | null): Organisation => ({
  org_id: 'o1',
  name: 'Acme',
  created_by_email: 'ada@example.com',
  created_at: '2026-03-02T09:00:00.000Z',
  concurrent_call_limit,
});

describe('concurrentCallLimit', () => {
  const table: readonly [number | null, number][] = [
    [null, 10],
    [25, 25],
    [1, 1],
    [0, 1],
    [-3, 1],
  ];
  for (const [limit, expected] of table)
    it(`is ${expected} for an own limit of ${limit}`, () =>
      assert.equal(concurrentCallLimit(organisation(limit), 10), expected));
});

describe('organisationName', () => {
  it('trims the name', () => assert.equal(organisationName('  Acme 🎧 '), 'Acme 🎧'));

  it('accepts 200 characters of any script', () => {
    assert.equal(organisationName('🎧'.repeat(200)), '🎧'.repeat(200));
    assert.throws(() => organisationName('🎧'.repeat(201)), /at most 200/);
    assert.equal(organisationName(`Acme${'\u200D'.repeat(196)}`), `Acme${'\u200D'.repeat(196)}`);
  });

  it('rejects invisible characters, but not the joiners that scripts need', () => {
    for (const name of ['Ac\u200Bme', 'Acme\u2060', '\u202EAcme', 'Ac\u00ADme'])
      assert.throws(() => organisationName(name), /invisible characters/, JSON.stringify(name));
    for (const name of ['\u200C\u200D', '\u200C \u200D'])
      assert.throws(() => organisationName(name), 'organisation_name is required');
    for (const name of ['क्\u200Dष', 'می\u200Cخواهم']) assert.equal(organisationName(name), name);
  });

  it('rejects blank names and control characters', () => {
    assert.throws(() => organisationName(' \n '), 'organisation_name is required');
    for (const broken of ['Ac\u0000me', 'Ac\udfe7me'])
      assert.throws(() => organisationName(broken), /control characters or invalid Unicode/);
  });
});
