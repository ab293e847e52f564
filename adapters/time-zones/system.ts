import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeZones } from '../../application/ports/time-zones.ts';
import { builtInZones } from './built-in.ts';
import type { OffsetRule } from './posix-rule.ts';
import { zoneRule } from './zone-file.ts';

/** Valid zone names, which cannot leave the directory. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[A-Za-z0-9][\w+-]*){0,2}$/;
const ZONES = '/usr/share/zoneinfo';
/** Most cached zones. Requests may contain any text. */
const REMEMBERED = 1_000;

/**
 * Time zones by the operating system's rules, when those are not older than Node's: governments change rules several
 * times a year, and systems are updated more often than Node. Falls back to Node for unknown zones.
 */
export function systemZones(directory = ZONES, builtInVersion = process.versions.tz ?? ''): TimeZones {
  const builtIn = builtInZones();
  const version = zonesVersion(directory);
  if (version === null || version < builtInVersion) return builtIn;
  const known = new Map<string, OffsetRule | null>();
  const ruleOf = (zone: string): OffsetRule | null => {
    const before = known.get(zone);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED) known.clear();
    const rule = NAME.test(zone) ? readZone(join(directory, zone)) : null;
    known.set(zone, rule);
    return rule;
  };
  return {
    offsetAt(zone, at) {
      const rule = ruleOf(zone);
      return rule ? Math.round(rule(Math.floor(at.getTime() / 1_000)) / 60) : builtIn.offsetAt(zone, at);
    },
  };
}

/** The version of the system's rules, for example `2026a`, or null when unknown. */
export function zonesVersion(directory = ZONES): string | null {
  const line = readable(join(directory, 'tzdata.zi'))?.toString('latin1', 0, 100) ?? '';
  return /^# version (\d{4}[a-z]+)/.exec(line)?.[1] ?? null;
}

function readZone(path: string): OffsetRule | null {
  const file = readable(path);
  return file && zoneRule(file);
}

function readable(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
