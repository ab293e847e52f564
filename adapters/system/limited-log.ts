import type { Clock } from '../../application/ports/clock.ts';
import type { Log, LogFields } from '../../application/ports/log.ts';

/** Lines that a stranger can cause with each request. */
const OF_STRANGERS: ReadonlySet<string> = new Set([
  ...['call.origin_refused', 'carrier.webhook_refused', 'http.host_refused'],
  ...['media.address_limited', 'media.call_refused', 'media.cut_off', 'media.origin_refused', 'single_sign_on.failed'],
]);
/** Most lines of an event in a period. */
const LINES_MAX = 20;
/** In milliseconds. */
const PERIOD_MS = 10_000;

/** Events are constants, so that there are few. */
interface Period {
  lines: number;
  /** Lines left out, by level. */
  readonly leftOut: Map<Level, number>;
}

type Level = 'info' | 'warn' | 'error';

/**
 * A log that writes at most 20 lines in ten seconds of each event that strangers can cause, so that a flood neither fills
 * the disk nor hides other lines. At the end of the ten seconds a line of the event says in `left_out` how many are missing.
 */
export function limitedLog(log: Log, clock: Pick<Clock, 'after'>): Log {
  const periods = new Map<string, Period>();

  const end = (event: string): void => {
    const { leftOut } = periods.get(event)!;
    periods.delete(event);
    for (const [level, count] of leftOut) log[level](event, { left_out: count });
  };
  const begin = (event: string): Period => {
    const period = { lines: 0, leftOut: new Map<Level, number>() };
    periods.set(event, period);
    clock.after(PERIOD_MS, () => end(event));
    return period;
  };
  const isLeftOut = (level: Level, event: string): boolean => {
    if (!OF_STRANGERS.has(event)) return false;
    const period = periods.get(event) ?? begin(event);
    period.lines += 1;
    if (period.lines <= LINES_MAX) return false;
    period.leftOut.set(level, (period.leftOut.get(level) ?? 0) + 1);
    return true;
  };
  const limited = (inner: Log): Log => {
    const write =
      (level: Level) =>
      (event: string, fields?: LogFields): void => {
        if (!isLeftOut(level, event)) inner[level](event, fields);
      };
    return {
      ...{ info: write('info'), warn: write('warn'), error: write('error') },
      child: (fields) => limited(inner.child(fields)),
    };
  };
  return limited(log);
}
