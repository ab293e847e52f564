import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formatUpcoming } from '../../format.ts';
import { strings } from './strings.ts';
import './hours-editor.css';
import { OFFICE, slotsOf, type OpenHours } from './open-hours.ts';
import { isOpenAt, nextOpening, wallClock } from './schedule.ts';

interface Hours {
  readonly timezone: string;
  readonly hours: readonly OpenHours[];
}

interface HoursEditorProps extends Hours {
  readonly onChange: (part: Partial<Hours>) => void;
}

const ZONES = Intl.supportedValuesOf('timeZone');

/** When a campaign may dial: hours of days of the week, by the clocks of a zone. */
export function HoursEditor({ timezone, hours, onChange }: HoursEditorProps) {
  const zones = ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES];
  const replace = (at: number, next: OpenHours | null): void =>
    onChange({ hours: hours.flatMap((one, index) => (index === at ? (next ?? []) : one)) });
  return (
    <div class="stack">
      <Select
        label={strings.fields.timezone}
        value={timezone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={(zone) => onChange({ timezone: zone })}
      />
      {hours.map((one, at) => (
        <HoursRow key={at} number={at + 1} hours={one} onChange={(next) => replace(at, next)} />
      ))}
      <div class="row">
        <Button icon="plus" onPress={() => onChange({ hours: [...hours, OFFICE] })}>
          {strings.addHours}
        </Button>
        <span class="hint">{nowWords({ timezone, hours })}</span>
      </div>
    </div>
  );
}

interface HoursRowProps {
  readonly number: number;
  readonly hours: OpenHours;
  readonly onChange: (hours: OpenHours | null) => void;
}

function HoursRow({ number, hours, onChange }: HoursRowProps) {
  const { days } = hours;
  const flip = (day: number): void =>
    onChange({ ...hours, days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day] });
  return (
    <div class="hours" role="group" aria-label={strings.hoursNumber(number)}>
      <div class="hours-days">
        {strings.days.map((name, day) => (
          <button
            key={name}
            type="button"
            class="hours-day"
            aria-pressed={days.includes(day)}
            onClick={() => flip(day)}
          >
            {name}
          </button>
        ))}
      </div>
      <TextField
        label={strings.fields.from}
        type="time"
        value={hours.from}
        onInput={(from) => onChange({ ...hours, from })}
      />
      <TextField label={strings.fields.to} type="time" value={hours.to} onInput={(to) => onChange({ ...hours, to })} />
      <Button kind="quiet" icon="trash" label={strings.removeHours(number)} onPress={() => onChange(null)} />
      {hours.to <= hours.from && <p class="hint hours-note">{strings.overnight}</p>}
    </div>
  );
}

/** What the hours mean at this moment. */
function nowWords({ timezone, hours }: Hours): string {
  const slots = slotsOf(hours);
  const now = new Date();
  const clock = wallClock(timezone);
  if (!clock) return strings.zoneUnknown;
  if (slots.length === 0) return strings.neverOpen;
  if (isOpenAt(slots, clock(now))) return strings.openNow;
  const next = nextOpening({ enabled: true, timezone, slots }, now);
  return next ? strings.opensNext(formatUpcoming(next)) : strings.neverOpen;
}
