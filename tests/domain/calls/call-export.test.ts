import { assert } from 'chai';
import { exportHeader, exportLine } from '../../../domain/calls/call-export.ts';
import { webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { analysisResult, callAnalysis } from './analysis-example.ts';

const now = new Date('2026-03-02T09:00:00.000Z');
const call: CallLog = {
  ...webCall({ call_id: 'c1', org_id: 'o1', agent_id: 'a1', agent_name: 'Desk', now, custom_variables: {} }),
  ...{
    status: 'completed',
    call_response: 'answered',
    from_number: '',
    to_number: '',
    duration: 12.5,
    agent_version: 3,
  },
};
const CALL = `c1,${now.toISOString()},a1,Desk,${call.call_type},completed,answered,,,12.5,,3,`;

describe('the export of calls', () => {
  it('has a column for each field and one for the others', () => {
    assert.equal(
      exportHeader(['day', 'guests']).trimEnd(),
      'call_id,created_at,agent_id,agent_name,call_type,status,call_response,from_number,to_number,duration,campaign_id,agent_version,' +
        'analysis,success,success_reason,summary,fields.day,fields.guests,other_fields',
    );
  });

  it('has a line for a call without an analysis', () => {
    assert.equal(exportLine(call, null, ['day']).trimEnd(), `${CALL},,,,,`);
  });

  it('leaves the version of a call open that has none', () => {
    const { agent_version: _version, ...older } = call;
    const line = CALL.replace(',3,', ',,');
    assert.equal(exportLine(older, null, ['day']).trimEnd(), `${line},,,,,`);
    assert.equal(exportLine({ ...call, agent_version: null }, null, ['day']).trimEnd(), `${line},,,,,`);
  });

  it('has the outcome and the fields of an analysed call', () => {
    const fields = { day: 'Friday', guests: 4, outside: true, wish: null };
    const result = analysisResult({ success: 'yes', success_reason: 'Booked.', summary: 'A table.', fields });
    const line = exportLine(call, callAnalysis({ status: 'done', result }), ['day', 'guests', 'outside', 'toString']);
    assert.equal(line.trimEnd(), `${CALL}done,yes,Booked.,A table.,Friday,4,true,,"{""wish"":null}"`);
    const all = exportLine(call, callAnalysis({ status: 'failed', result: analysisResult({ fields }) }), [
      'wish',
      'day',
      'guests',
      'outside',
    ]);
    assert.equal(all.trimEnd(), `${CALL}failed,,,,,Friday,4,true,`);
  });
});
