import { systemZones, zonesVersion } from '../../adapters/time-zones/system.ts';
import { fault, fine, warning, type Diagnosis } from './findings.ts';

/** Zones with rules that have been the same for many years, a moment, and the minutes ahead of UTC then. */
const KNOWN = [
  ['Europe/Berlin', '2026-07-01T12:00:00Z', 120],
  ['Europe/Berlin', '2026-01-15T12:00:00Z', 60],
  ['America/New_York', '2026-07-01T12:00:00Z', -240],
  ['Asia/Kolkata', '2026-07-01T12:00:00Z', 330],
  ['Australia/Lord_Howe', '2026-01-15T12:00:00Z', 660],
] as const;
/** Years after which some country has changed its rules for certain. */
const OLD_YEARS = 2;

interface Places {
  readonly directory?: string;
  readonly builtInVersion?: string;
}

/** Whether local times are right: campaigns call within hours of the callee's zone. */
export function checkZones(
  now: Date,
  { directory, builtInVersion = process.versions.tz ?? '' }: Places = {},
): readonly Diagnosis[] {
  const zones = systemZones(directory, builtInVersion);
  const wrong = KNOWN.filter(([zone, at, minutes]) => zones.offsetAt(zone, new Date(at)) !== minutes);
  const fix = 'Install the package tzdata of this system again.';
  if (wrong.length > 0)
    return [
      fault(`The time zone rules are wrong or missing: ${[...new Set(wrong.map(([zone]) => zone))].join(', ')}`, fix),
    ];
  return [ageOf(zonesVersion(directory) ?? '', builtInVersion, now)];
}

/** How old the rules are. The newer ones are used. */
function ageOf(system: string, builtIn: string, now: Date): Diagnosis {
  const [version, source] = system >= builtIn ? [system, 'of the system'] : [builtIn, 'of Node'];
  if (now.getUTCFullYear() - Number(version.slice(0, 4)) < OLD_YEARS)
    return fine(`Time zone rules ${version} ${source}`);
  return warning(
    `The time zone rules ${source} are ${version === '' ? 'of an unknown version' : `those of ${version}`}`,
    'Update the package tzdata, or Node: campaigns compute local times with these rules.',
  );
}
