import { assert } from 'chai';
import { outboundCall } from '../../../domain/calls/call-log.ts';
import type { ToolCallRecord } from '../../../domain/calls/tool-call-record.ts';
import { callEvents } from '../../../domain/events/call-events.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const CALL = outboundCall({
  ...{ call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Desk', now: NOW, custom_variables: {} },
  ...{ from_number: '+15550100000', to_number: '+14155550100', telephony_provider: 'simulator' },
});

const tool = (run: number, outcome: ToolCallRecord['outcome']): ToolCallRecord => ({
  ...{ run, name: 'book', arguments: '{}', side_effects: true, started_at: NOW.toISOString(), answer: null, outcome },
  ended_at: outcome === 'running' ? null : NOW.toISOString(),
});

const runsOf = (before: readonly ToolCallRecord[], after: readonly ToolCallRecord[]) =>
  callEvents({ ...CALL, tool_calls: before }, { ...CALL, tool_calls: after }, '/api/v1').map(({ type, data }) => [
    type,
    (data as { tool_call: ToolCallRecord }).tool_call.run,
  ]);

describe('events about tools that failed', () => {
  it('follow the end of a tool call, not its start, and come once', () => {
    assert.deepEqual(runsOf([], [tool(1, 'running')]), []);
    assert.deepEqual(runsOf([tool(1, 'running')], [tool(1, 'failed'), tool(2, 'ok')]), [['tool.failed', 1]]);
    assert.deepEqual(runsOf([tool(1, 'failed')], [tool(1, 'failed'), tool(2, 'unknown')]), [['tool.failed', 2]]);
    assert.deepEqual(runsOf([tool(1, 'failed'), tool(2, 'unknown')], [tool(1, 'failed'), tool(2, 'unknown')]), []);
  });
});
