import { limited, type DomainError } from '../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The UTC day that an invitation counts towards. */
export const invitationDay = (now: Date): string => now.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Error for an invitation above the daily limit. Its message says when the next one may be sent. */
export const tooManyInvitations = (limit: number, now: Date): DomainError =>
  limited(`This organisation has sent its ${limit} invitations of today. Invite more after midnight UTC.`, {
    retryAfterMs: DAY_MS - (now.getTime() % DAY_MS),
  });
