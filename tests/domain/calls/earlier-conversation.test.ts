import { assert } from 'chai';
import { earlierVariables } from '../../../domain/calls/earlier-conversation.ts';

const CALL = { created_at: '2026-03-02T09:00:00.000Z' };
const transcriptOf = (lines: string): string | undefined => earlierVariables(CALL, null, lines)['earlier_transcript'];

describe('what a later call knows of an earlier one', () => {
  it('is its time, its summary and each field of its analysis', () => {
    const result = { summary: 'Wants a price.', fields: { rooms: 2, dates: ['friday'] } } as never;
    assert.deepEqual(earlierVariables(CALL, { result }, ''), {
      ...{ earlier_call_at: CALL.created_at, earlier_summary: 'Wants a price.' },
      ...{ earlier_rooms: '2', earlier_dates: '["friday"]' },
    });
    assert.deepEqual(earlierVariables(CALL, null, ' \n'), { earlier_call_at: CALL.created_at });
  });

  it('is the end of its transcript, in whole lines', () => {
    assert.equal(transcriptOf('[a] user: hello\n'), '[a] user: hello');
    assert.equal(transcriptOf(`[a] user: ${'x'.repeat(3_990)}\n[b] user: bye\n`), '[b] user: bye');
  });

  it('is whole characters where a single line is longer', () => {
    const end = transcriptOf(`[a] user: ${'🙂'.repeat(3_000)}.`) ?? '';
    assert.match(end, /^🙂+\.$/u);
    assert.isAtMost(end.length, 4_000);
  });
});
