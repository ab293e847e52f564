import type { EventEndpoint } from './event-endpoint.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** How long the previous secret is valid after a rotation, in hours, unless the request says otherwise. */
export const PREVIOUS_VALID_HOURS = 24;

type Secrets = Pick<EventEndpoint, 'secret' | 'previous_secret' | 'previous_secret_until'>;

/** Changes when a new secret replaces the present one, which stays valid for some hours. An older one ends now. */
export const rotation = ({ secret }: Secrets, sealed: string, validHours: number, now: Date): Secrets => ({
  secret: sealed,
  previous_secret: validHours > 0 ? secret : null,
  previous_secret_until: validHours > 0 ? new Date(now.getTime() + validHours * HOUR_MS).toISOString() : null,
});

/** The encrypted secrets that requests are signed with, newest first: at most two. */
export const validSecrets = (
  { secret, previous_secret: previous, previous_secret_until: until }: Secrets,
  now: Date,
): readonly string[] => (previous && until && now.toISOString() < until ? [secret, previous] : [secret]);
