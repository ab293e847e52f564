import { assert } from 'chai';
import { suppressionFound } from '../../../domain/calls/analysis-suppression.ts';
import { callerNumber } from '../../../domain/calls/caller-number.ts';

describe('suppressionFound', () => {
  it('takes true alone for a rule without values', () => {
    const found = (value: unknown) => suppressionFound({ field: 'stop' }, { fields: { stop: value } });
    assert.equal(found(true), 'analysis: stop is true');
    for (const value of [false, 'true', 1, null, undefined]) assert.isNull(found(value));
  });

  it('takes the values of a rule in any case, also as one of a list', () => {
    const rule = { field: 'outcome', values: ['Stop calling', '7'] };
    const found = (value: unknown) => suppressionFound(rule, { fields: { outcome: value } });
    assert.equal(found(' stop CALLING '), 'analysis: outcome is stop CALLING');
    assert.equal(found(7), 'analysis: outcome is 7');
    assert.equal(found(['interested', 'stop calling']), 'analysis: outcome is stop calling');
    for (const value of ['stop', true, null, {}, [], undefined]) assert.isNull(found(value));
  });

  it('finds nothing without a rule or fields', () => {
    assert.isNull(suppressionFound(undefined, { fields: { stop: true } }));
    assert.isNull(suppressionFound({ field: 'stop' }, {}));
  });
});

describe('callerNumber', () => {
  it('is the number that was called, or that called', () => {
    const numbers = { from_number: '+14155550100', to_number: '+14155550101' };
    assert.equal(callerNumber({ call_type: 'outbound', ...numbers }), '+14155550101');
    assert.equal(callerNumber({ call_type: 'inbound', ...numbers }), '+14155550100');
  });

  it('is null for a browser and for a caller without a number', () => {
    assert.isNull(callerNumber({ call_type: 'web', from_number: '+14155550100', to_number: '+14155550101' }));
    for (const from of ['anonymous', '', 'sip:ada@example.com', '+0123456789'])
      assert.isNull(callerNumber({ call_type: 'inbound', from_number: from, to_number: '+14155550101' }));
  });
});
