import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { strings } from './strings.ts';
import type { SecretField } from './fields.ts';

interface SecretInputProps {
  readonly field: SecretField;
  readonly values: readonly string[];
  readonly onInput: (values: readonly string[]) => void;
}

/** A secret, or several of which calls take turns. */
export function SecretInput({ field, values, onInput }: SecretInputProps) {
  const { label, isLong, isRequired, takesSeveral } = field;
  const canAdd = takesSeveral && values.every((value) => value.trim() !== '');
  return (
    <div class="stack">
      {values.map((value, place) => (
        <TextField
          key={place}
          label={place === 0 ? label : strings.further(label, place + 1)}
          hint={place === 0 ? <Hint {...field} /> : undefined}
          required={isRequired && place === 0}
          type="password"
          rows={isLong ? 6 : 1}
          autocomplete="off"
          spellcheck={false}
          optional={!isRequired}
          value={value}
          onInput={(text) => onInput(values.with(place, text))}
        />
      ))}
      {canAdd && (
        <div>
          <Button kind="quiet" icon="plus" onPress={() => onInput([...values, ''])}>
            {strings.another}
          </Button>
        </div>
      )}
    </div>
  );
}

const Hint = ({ hint, docsUrl }: SecretField) => (
  <>
    {hint}{' '}
    {docsUrl !== null && (
      <a href={docsUrl} target="_blank" rel="noreferrer">
        {strings.whereFound}
      </a>
    )}
  </>
);
