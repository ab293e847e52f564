import type { TimeZones } from '../../application/ports/time-zones.ts';

/** Most cached zones. Requests may contain any text. */
const REMEMBERED = 1_000;

/** Time zones by Node's built-in rules. */
export function builtInZones(): TimeZones {
  const known = new Map<string, Intl.DateTimeFormat | null>();
  // Case does not matter in names, and a clock is slow to open: rows of a contact list must not have one for each spelling.
  const clockOf = (name: string): Intl.DateTimeFormat | null => {
    const zone = name.toLowerCase();
    const before = known.get(zone);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED) known.clear();
    const clock = openClock(zone);
    known.set(zone, clock);
    return clock;
  };
  return {
    offsetAt(zone, at) {
      const clock = clockOf(zone);
      if (!clock) return null;
      const shown = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
      const local = Date.UTC(shown['year']!, shown['month']! - 1, shown['day'], shown['hour'], shown['minute']);
      return Math.round((local - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000);
    },
  };
}

function openClock(zone: string): Intl.DateTimeFormat | null {
  // An offset such as +05:30 is not a zone, because it has no rules.
  if (!/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    return null;
  }
}
