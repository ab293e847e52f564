import { TextField } from '../../parts/text-field.tsx';
import { strings } from './strings.ts';
import { BOUNDS, outOfBounds, type BoundedField, type SettingsDraft } from './settings-draft.ts';

/** What every part of a campaign's settings is given. */
export interface SettingsProps {
  readonly draft: SettingsDraft;
  readonly onChange: (part: Partial<SettingsDraft>) => void;
  /** What the API says of one of its fields. */
  readonly problemOf: (field: string) => string | null;
}

/** A number field with bounds. */
export function BoundedNumberField({
  name,
  draft,
  onChange,
  problemOf,
}: SettingsProps & { readonly name: BoundedField }) {
  const { field, minimum, maximum } = BOUNDS[name];
  const isWrong = outOfBounds(draft).has(name);
  return (
    <TextField
      type="number"
      label={strings.fields[name]}
      hint={strings.fields[`${name}Hint`]}
      error={isWrong ? strings.bounds(minimum, maximum) : problemOf(field)}
      value={draft[name]}
      onInput={(value) => onChange({ [name]: value })}
      min={minimum}
      max={maximum}
    />
  );
}
