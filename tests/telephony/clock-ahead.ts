// Preloaded into a process whose wall clock is this far ahead, as after an outage of that length. In ms.
const aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const Actual = Date;

globalThis.Date = class extends Actual {
  constructor(...parts: readonly []) {
    super(...((parts.length === 0 ? [Actual.now() + aheadMs] : parts) as readonly []));
  }

  static override now(): number {
    return Actual.now() + aheadMs;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Actual;
  }
} as DateConstructor;
