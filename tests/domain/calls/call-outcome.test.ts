import { assert } from 'chai';
import { withLosses, type CallOutcome, type KeptPart } from '../../../domain/calls/call-outcome.ts';

const outcome: CallOutcome = {
  status: 'completed',
  call_response: 'answered',
  end_time_utc: '2026-03-02T09:00:00.000Z',
  metrics: null,
};

describe('withLosses', () => {
  it('returns the outcome unchanged without losses', () => {
    assert.equal(withLosses(outcome, [], true), outcome);
  });

  const table: readonly [readonly KeptPart[], boolean, string][] = [
    [['recording'], true, 'The recording is incomplete: the disk was full'],
    [['transcript'], false, 'The transcript is incomplete: the disk rejected the data'],
    [['recording', 'transcript'], true, 'The recording and transcript are incomplete: the disk was full'],
  ];
  for (const [parts, isFull, message] of table)
    it(`adds the message "${message}"`, () => {
      assert.deepEqual(withLosses(outcome, parts, isFull), { ...outcome, error_message: message });
    });

  it('keeps the reason of a failure before the losses', () => {
    const lost = withLosses({ ...outcome, error_message: 'The model is away' }, ['recording'], true);
    assert.equal(lost.error_message, 'The model is away. The recording is incomplete: the disk was full');
  });
});
