/** Limits of one client that calls from a browser without a ticket. */
export interface AnonymousLimits {
  /** Concurrent calls. */
  readonly atOnce: number;
  /** Attempts to open a call per minute. */
  readonly attemptsPerMinute: number;
}

/** Error message for an attempt beyond the limit. */
export const attemptsReached = ({ attemptsPerMinute }: AnonymousLimits): string =>
  `At most ${attemptsPerMinute} calls a minute from one address: try again in a minute`;

/** Error message for a call beyond the limit. */
export const callsReached = ({ atOnce }: AnonymousLimits): string =>
  `At most ${atOnce} calls at once from one address: try again when one has ended`;
