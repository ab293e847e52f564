/** For reading time and setting timers. A fake runs an hour in a microsecond. */
export interface Clock {
  /** The wall clock, for timestamps. */
  now(): Date;
  /** Monotonic milliseconds, for durations; the origin is arbitrary. */
  monotonic(): number;
  /** Runs once after `ms` milliseconds unless cancelled. Never keeps the process alive. */
  after(ms: number, run: () => void): Cancel;
}

export type Cancel = () => void;
