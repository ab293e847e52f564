import { assert } from 'chai';
import type { Call } from '../../console/src/pages/calls/call.ts';
import { contactColumns, triesOf } from '../../console/src/pages/campaigns/contact-columns.ts';

const call = (call_id: string, to_number: string, name?: string) =>
  ({ call_id, to_number, custom_variables: name === undefined ? {} : { name } }) as unknown as Call;

const labels = (calls: readonly Call[], isAll = true): readonly string[] =>
  contactColumns(calls, isAll).map(({ label }) => label);

describe('the calls of a campaign', () => {
  const newestFirst = [call('d', '+1', 'Ada'), call('c', '+2'), call('b', '+1', 'Ada'), call('a', '+1', 'Ada')];

  it('tell which try of their contact they were', () => {
    assert.deepEqual(
      [...triesOf(newestFirst)],
      [
        ['a', 1],
        ['b', 2],
        ['c', 1],
        ['d', 3],
      ],
    );
  });

  it('have columns only for what is known and tells them apart', () => {
    assert.deepEqual(labels(newestFirst), ['Name', 'Attempt']);
    assert.deepEqual(labels(newestFirst, false), ['Name']);
    assert.deepEqual(labels([call('a', '+1')]), []);
  });
});
