import { CheckList } from '../../parts/check-list.tsx';
import { Switch } from '../../parts/switch.tsx';
import { BoundedNumberField, type SettingsProps } from './bounded-number-field.tsx';
import { isWithoutNumbers } from './settings-draft.ts';
import { settingsStrings as words } from './settings-strings.ts';

interface CallerIdFieldsProps extends SettingsProps {
  /** The organisation's numbers at the carrier of the agent. */
  readonly numbers: readonly string[];
}

/** The numbers that a campaign calls from, when it is more than one. */
export function CallerIdFields({ numbers, ...props }: CallerIdFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <Switch
        label={words.pooled}
        hint={words.pooledHint}
        checked={draft.pooled}
        onChange={(pooled) => onChange({ pooled })}
      />
      {draft.pooled && <PoolFields numbers={numbers} {...props} />}
    </>
  );
}

function PoolFields({ numbers, ...props }: CallerIdFieldsProps) {
  const { draft, onChange, problemOf } = props;
  const { poolNumbers: chosen } = draft;
  return (
    <>
      <CheckList
        label={words.numbers}
        choices={[...new Set([...numbers, ...chosen])].map((value) => ({
          value,
          label: value,
          note: numbers.includes(value) ? undefined : words.notYours,
        }))}
        isChosen={(number) => chosen.includes(number)}
        onChange={(number, on) =>
          onChange({ poolNumbers: on ? [...chosen, number] : chosen.filter((each) => each !== number) })
        }
        error={isWithoutNumbers(draft) ? words.noNumbers : problemOf('caller_id_pool.numbers')}
      />
      <Switch
        label={words.localPresence}
        hint={words.localPresenceHint}
        checked={draft.localPresence}
        onChange={(localPresence) => onChange({ localPresence })}
      />
      <Switch
        label={words.rests}
        hint={words.restsHint}
        checked={draft.rests}
        onChange={(rests) => onChange({ rests })}
      />
      <div class="settings-row">
        {draft.rests &&
          (['answerRate', 'judgedCalls', 'restHours'] as const).map((name) => (
            <BoundedNumberField key={name} name={name} {...props} />
          ))}
        <BoundedNumberField name="interval" {...props} />
      </div>
    </>
  );
}
