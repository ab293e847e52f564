/** A short time in words. */
export const secondsWords = (secs: number): string => `${secs.toFixed(2)} s`;

/** A duration as a clock shows it. */
export const clockWords = (secs: number): string =>
  `${Math.floor(secs / 60)}:${String(Math.floor(secs % 60)).padStart(2, '0')}`;
