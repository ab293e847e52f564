import { assert } from 'chai';
import { hasFieldValue, parseAnalysisFilter, parseCallFilter } from '../../../domain/calls/call-filter.ts';
import { analysisResult } from './analysis-example.ts';

describe('a filter of calls', () => {
  it('has only what was asked for, with times in UTC', () => {
    assert.deepEqual(parseCallFilter({}), {});
    assert.deepEqual(parseCallFilter({ agent_id: 'a1' }), { agent_id: 'a1' });
    assert.deepEqual(parseCallFilter({ from: '2026-03-02T10:00:00+01:00', to: '2026-03-03T00:00:00Z' }), {
      from: '2026-03-02T09:00:00.000Z',
      below: '2026-03-03T00:00:00.000Z',
    });
    assert.throws(() => parseCallFilter({ from: 'yesterday' }), /^from /);
    assert.throws(() => parseCallFilter({ to: 'tomorrow' }), /^to /);
  });

  it('concerns analyses only if one of their parts was asked for', () => {
    assert.isNull(parseAnalysisFilter({ agent_id: 'a1', from: '2026-03-02T09:00:00Z' }));
    assert.deepEqual(parseAnalysisFilter({ analysis: 'failed' }), { status: 'failed' });
    assert.deepEqual(parseAnalysisFilter({ success: 'yes', agent_id: 'a1' }), { success: 'yes', agent_id: 'a1' });
    assert.deepEqual(parseAnalysisFilter({ field: 'at:10:30' }), { field: { name: 'at', value: '10:30' } });
    assert.deepEqual(parseAnalysisFilter({ field: 'a:' }), { field: { name: 'a', value: '' } });
  });

  it('refuses a field without a name or a value', () => {
    for (const field of ['', 'day', ':Friday', ':'])
      assert.throws(() => parseAnalysisFilter({ field }), /^field must be the name of a field, a colon and its value/);
  });

  it('finds a value, also in a list, whatever its case', () => {
    const fields = { day: 'Friday', guests: 4, outside: true, wish: null, days: ['Monday', 'Sunday'], place: { a: 1 } };
    const analysis = { result: analysisResult({ fields }) };
    const has = (name: string, value: string): boolean => hasFieldValue(analysis, { name, value });
    for (const [name, value] of [
      ['day', 'friday'],
      ['day', 'FRIDAY'],
      ['guests', '4'],
      ['outside', 'true'],
      ['wish', 'null'],
      ['days', 'sunday'],
    ] as const)
      assert.isTrue(has(name, value), name);
    for (const [name, value] of [
      ['day', 'fri'],
      ['days', 'Monday,Sunday'],
      ['place', '[object Object]'],
      ['absent', 'undefined'],
      ['toString', 'function'],
    ] as const)
      assert.isFalse(has(name, value), name);
    assert.isFalse(hasFieldValue({ result: null }, { name: 'day', value: 'friday' }));
    assert.isFalse(hasFieldValue({ result: analysisResult() }, { name: 'constructor', value: String(Object) }));
  });
});
