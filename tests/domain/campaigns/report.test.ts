import { assert } from 'chai';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { reportHeader, reportLine } from '../../../domain/campaigns/report.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';

const call = (more: Partial<CallLog>): CallLog =>
  ({
    call_id: 'c',
    to_number: '+15550100000',
    status: 'completed',
    call_response: 'answered',
    duration: 1.5,
    created_at: '2026-03-02T12:00:00.000Z',
    ...more,
  }) as CallLog;

describe('campaign report', () => {
  it('has a header and a line per call', () => {
    assert.equal(reportHeader(), 'call_id,to_number,status,call_response,duration,created_at\r\n');
    assert.equal(reportLine(call({})), 'c,+15550100000,completed,answered,1.5,2026-03-02T12:00:00.000Z\r\n');
    assert.equal(
      reportLine(call({ call_response: null, duration: null }))
        .split(',')
        .slice(3, 5)
        .join(),
      ',',
    );
  });

  it('round-trips through a CSV parser except for escaped formulas', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (to_number) => {
        const [[, cell] = []] = parse(reportLine(call({ to_number })), { relax_column_count: true });
        const isRun = /^[=+\-@＝＋－＠\t\r\n\0]/.test(to_number) && !/^\+\d{6,15}$/.test(to_number);
        const later = to_number.replaceAll(/[;\t\r\n] *(?=[=+\-@＝＋－＠])/g, "$&'");
        assert.equal(cell, isRun ? `'${later}` : later);
      }),
    );
  });

  for (const formula of [
    '=1+1',
    '+1+1',
    '-1',
    '@SUM(A1)',
    '\t1',
    '\r1',
    '+15550100000=1',
    '=+15550100000',
    '＝1+1',
    '＠SUM(A1)',
  ])
    it(`escapes ${JSON.stringify(formula)}`, () => {
      const [[, cell] = []] = parse(reportLine(call({ to_number: formula })));
      assert.equal(cell, `'${formula}`);
    });

  it('escapes what spreadsheets with other separators would read as a formula', () => {
    const [[, cell] = []] = parse(reportLine(call({ to_number: "a;=cmd|'/c calc'!A1;b\t@SUM(A1);c;d-1" })));
    assert.equal(cell, "a;'=cmd|'/c calc'!A1;b\t'@SUM(A1);c;d-1");
  });

  it('escapes a formula after a line break, which begins a row where quotes do not count', () => {
    const [[, cell] = []] = parse(reportLine(call({ to_number: "a\n=1+1\r\n  =cmd|'/c calc'!A1\nb = 2" })));
    assert.equal(cell, "a\n'=1+1\r\n  '=cmd|'/c calc'!A1\nb = 2");
  });
});
