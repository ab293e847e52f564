import { assert } from 'chai';
import {
  actionsOf,
  argumentLines,
  tookSecs,
  type ToolCall,
  type Transfer,
} from '../../console/src/pages/calls/actions.ts';

const STARTED = '2026-03-01T12:00:00.000Z';
const after = (secs: number): string => new Date(Date.parse(STARTED) + secs * 1_000).toISOString();

const tool = (run: number, from: number, to: number | null = null): ToolCall => ({
  run,
  name: 'book_table',
  arguments: '{}',
  side_effects: true,
  started_at: after(from),
  ended_at: to === null ? null : after(to),
  outcome: to === null ? 'unknown' : 'ok',
  answer: null,
});

const transfer = (run: number, from: number): Transfer => ({
  run,
  target: 'manager',
  to: '+14155550100',
  mode: 'cold',
  started_at: after(from),
  provider_call_sid: null,
  brief: null,
  answered_at: null,
  ready_at: null,
  result: null,
  at: null,
});

const call = (tools?: ToolCall[], transfers?: Transfer[]) => ({
  created_at: after(-10),
  start_time_utc: STARTED,
  ...(tools && { tool_calls: tools }),
  ...(transfers && { transfers }),
});

describe('what the agent did in a call', () => {
  it('is nothing in a call without tools and transfers', () => {
    assert.deepEqual(actionsOf(call()), []);
  });

  it('is ordered by time, and a transfer joins the tool call that made it', () => {
    const [late, early] = [tool(2, 30, 31), tool(1, 12.5, 13)];
    const attempt = transfer(2, 30.2);
    assert.deepEqual(actionsOf(call([late, early], [attempt])), [
      { run: 1, at: 12.5, tool: early, transfer: null },
      { run: 2, at: 30, tool: late, transfer: attempt },
    ]);
  });

  it('shows a transfer before its tool call is reported', () => {
    const attempt = transfer(7, 4);
    assert.deepEqual(actionsOf(call(undefined, [attempt])), [{ run: 7, at: 4, tool: null, transfer: attempt }]);
  });

  it('counts from the registration where the call never began', () => {
    const [action] = actionsOf({ ...call([tool(1, 2)]), start_time_utc: null });
    assert.equal(action?.at, 12);
  });

  it('took until its end, if that is known', () => {
    assert.deepEqual([tookSecs(tool(1, 2, 3.5)), tookSecs(tool(1, 2))], [1.5, null]);
  });

  it('had arguments, a line for each, or as they are where they were cut', () => {
    assert.deepEqual(argumentLines('{"day":"Friday","seats":4,"with":["Ann"]}'), [
      'day: Friday',
      'seats: 4',
      'with: ["Ann"]',
    ]);
    assert.deepEqual(argumentLines('{"day":"Fri'), ['{"day":"Fri']);
    assert.deepEqual(argumentLines('[1]'), ['[1]']);
    assert.deepEqual([argumentLines('{}'), argumentLines('')], [[], []]);
  });
});
