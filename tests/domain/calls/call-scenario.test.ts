import { assert } from 'chai';
import { callerSteps } from '../../../domain/calls/call-scenario.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';

const speech = { speech: 1, kind: 'reply', played_text: '', started_at: 0 } as const;
const turn = (at: number, started_at: number, text: string, ended_by = 'silence'): ConversationEvent =>
  ({ at, type: 'turn_ended', started_at, text, ended_by }) as ConversationEvent;
const starts = (at: number): ConversationEvent => ({ at, type: 'agent_speech_started', ...speech });
const stops = (at: number, interrupted: boolean, characters = 40): ConversationEvent => ({
  ...{ at, type: 'agent_speech_ended', ...speech, played_text: 'a'.repeat(characters), interrupted },
});
const leaves = (at: number): ConversationEvent => ({ at, type: 'ended', reason: 'caller_left' });

describe('the caller of a scenario that is made of a call', () => {
  it('does what the caller did, each time as long after what the agent did last', () => {
    const steps = callerSteps([
      ...[starts(200), stops(2_000, false), turn(4_100, 2_700, 'a table please')],
      ...[starts(4_500), stops(6_000, true), turn(7_000, 5_900, '[keypad] 4#', 'text')],
      ...[starts(7_500), stops(9_000, false), leaves(9_400)],
    ]);
    assert.deepEqual(steps, [
      { after: 'agent_stops', wait_ms: 700, says: 'a table please' },
      { after: 'agent_starts', wait_ms: 1_400, presses: '4#' },
      { after: 'agent_stops', wait_ms: 400, hangs_up: true },
    ]);
  });

  it('interrupts the agent by typing and hanging up, which does not wait for the interruption that it causes', () => {
    const steps = callerSteps([
      ...[starts(200), stops(2_600, true), turn(2_600, 2_600, 'a table please', 'text')],
      ...[starts(3_100), stops(5_400, true), leaves(5_400)],
    ]);
    assert.deepEqual(steps, [
      { after: 'agent_starts', wait_ms: 2_400, types: 'a table please' },
      { after: 'agent_starts', wait_ms: 2_300, hangs_up: true },
    ]);
  });

  it('interrupts the agent while no more was said than the caller had heard, however slow the voice of the call was', () => {
    const steps = callerSteps([
      // 28 characters are said in 2 s where there is no audio.
      ...[starts(1_000), stops(9_000, true, 28), turn(9_000, 9_000, 'a table please', 'text')],
      // The first words of the caller interrupt 600 ms after they began.
      ...[starts(10_000), stops(16_000, true, 28), turn(16_800, 15_400, 'for four')],
      ...[starts(20_000), stops(20_300, true, 0), leaves(20_300)],
    ]);
    assert.deepEqual(steps, [
      { after: 'agent_starts', wait_ms: 1_800, types: 'a table please' },
      { after: 'agent_starts', wait_ms: 1_200, says: 'for four' },
      { after: 'agent_starts', wait_ms: 0, hangs_up: true },
    ]);
  });
});
