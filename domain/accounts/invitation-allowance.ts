import { limited, type DomainError } from '../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in UTC on which an invitation counts. */
export const invitationDay = (now: Date): string => now.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The refusal of a further invitation on this day, which says when the next one may be sent. */
export const tooManyInvitations = (most: number, now: Date): DomainError =>
  limited(`This organisation has sent its ${most} invitations of today. Invite more after midnight UTC.`, {
    retryAfterMs: DAY_MS - (now.getTime() % DAY_MS),
  });
