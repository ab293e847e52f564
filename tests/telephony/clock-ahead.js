// Preloaded into a process whose wall clock is this far ahead, as after an outage of that length. In ms.
const aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const Actual = Date;

globalThis.Date = class extends Actual {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Actual.now() + aheadMs] : parts));
  }

  static now() {
    return Actual.now() + aheadMs;
  }

  static [Symbol.hasInstance](value) {
    return value instanceof Actual;
  }
};
