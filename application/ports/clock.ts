/** For knowing and waiting for time. A fake one runs an hour in a microsecond. */
export interface Clock {
  /** The wall clock, for timestamps. */
  now(): Date;
  /** Milliseconds that never step back, for durations; its zero means nothing. */
  monotonic(): number;
  /** Runs once after so many milliseconds, unless the returned cancel is called first. Never keeps the process alive. */
  after(ms: number, run: () => void): Cancel;
}

export type Cancel = () => void;
