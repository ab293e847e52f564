import type { TimeZones } from '../ports/time-zones.ts';

/** Clocks change at quarters of an hour. */
const QUARTER_MS = 15 * 60_000;

/** Time zones that remember the last offset of each zone for a quarter of an hour: asked for times that hardly move. */
export function rememberedOffsets({ offsetAt }: TimeZones): TimeZones {
  const known = new Map<string, { readonly quarter: number; readonly offset: number | null }>();
  return {
    offsetAt(zone, at) {
      const quarter = Math.floor(at.getTime() / QUARTER_MS);
      const before = known.get(zone);
      if (before?.quarter === quarter) return before.offset;
      const offset = offsetAt(zone, at);
      known.set(zone, { quarter, offset });
      return offset;
    },
  };
}
