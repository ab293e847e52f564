import { assert } from 'chai';
import { CALL_RESPONSES } from '../../../domain/calls/call-log.ts';
import { nextAttempt, REDIALABLE, type RunOutcome } from '../../../domain/campaigns/retry.ts';
import { DEFAULT_RETRY, type RetryConfig } from '../../../domain/campaigns/settings.ts';
import { at } from './example.ts';

const OUTCOMES: readonly RunOutcome[] = [...CALL_RESPONSES, 'unknown'];
const RETRIED_BY: Partial<Record<RunOutcome, keyof RetryConfig>> = {
  busy: 'retry_on_busy',
  declined: 'retry_on_busy',
  no_answer: 'retry_on_no_answer',
  unreachable: 'retry_on_no_answer',
  voicemail: 'retry_on_voicemail',
};
const ALL: RetryConfig = { ...DEFAULT_RETRY, retry_on_voicemail: true, max_retries: 3, retry_delay_seconds: 45 };

describe('a contact', () => {
  for (const outcome of OUTCOMES) {
    const allowance = RETRIED_BY[outcome];
    it(`that ended ${outcome} is ${allowance ? `dialled again by ${allowance}` : 'never dialled again'}`, () => {
      for (const attempt of [0, 1, 2, 3, 4]) {
        const expected = allowance && attempt < 3 ? at(45) : null;
        assert.deepEqual(nextAttempt(ALL, outcome, attempt, at(0)), expected, `attempt ${attempt}`);
      }
      assert.isNull(nextAttempt({ ...ALL, enabled: false }, outcome, 0, at(0)));
      if (allowance) assert.isNull(nextAttempt({ ...ALL, [allowance]: false }, outcome, 0, at(0)));
    });
  }

  it('is redialled by another campaign unless somebody was reached, or the number is wrong', () => {
    assert.sameMembers([...REDIALABLE, 'answered', 'invalid_number'], [...OUTCOMES]);
  });
});
