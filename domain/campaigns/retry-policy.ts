import type { RunOutcome } from './run-outcome.ts';
import type { RetryConfig } from './settings.ts';

/** Setting that allows a retry, by outcome. Outcomes without one are final. */
const SWITCH: Partial<Record<RunOutcome, 'retry_on_busy' | 'retry_on_no_answer' | 'retry_on_voicemail'>> = {
  busy: 'retry_on_busy',
  declined: 'retry_on_busy',
  no_answer: 'retry_on_no_answer',
  unreachable: 'retry_on_no_answer',
  voicemail: 'retry_on_voicemail',
};

/** When a contact may be retried after this attempt, the first being 0. Null: never. */
export function nextAttempt(config: RetryConfig, outcome: RunOutcome, attempt: number, endedAt: Date): Date | null {
  const allowance = SWITCH[outcome];
  if (!config.enabled || allowance === undefined || !config[allowance] || attempt >= config.max_retries) return null;
  return new Date(endedAt.getTime() + config.retry_delay_seconds * 1_000);
}
