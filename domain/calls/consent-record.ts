import type { ConsentAnswer, ConsentDecision } from '../voice/recording-consent-state.ts';

/** The caller's consent to the recording, as the call log has it. */
export interface RecordingConsent {
  readonly answer: ConsentAnswer;
  /** When it was decided. For `not_given`: when the wait for an answer, or the call, was over. */
  readonly at: string;
  /** When the caller had the recording stopped. Absent while they have not. */
  readonly withdrawn_at?: string;
}

/** The consent that the call log has of a decision. */
export const recordingConsent = ({ answer, at, withdrawnAt }: ConsentDecision): RecordingConsent => ({
  answer,
  at: new Date(at).toISOString(),
  ...(withdrawnAt !== null && { withdrawn_at: new Date(withdrawnAt).toISOString() }),
});

/** The later of two reports, which can arrive in any order. */
export const laterConsent = (known: RecordingConsent | undefined, reported: RecordingConsent): RecordingConsent =>
  known !== undefined && decidedAt(known) > decidedAt(reported) ? known : reported;

const decidedAt = ({ at, withdrawn_at }: RecordingConsent): number => Date.parse(withdrawn_at ?? at);
