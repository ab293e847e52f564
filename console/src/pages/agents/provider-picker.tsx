import { Field, type FieldProps } from '../../parts/field.tsx';
import type { ProviderEntry } from '../../parts/provider-names.ts';
import { at } from '../../paths.ts';
import { formStrings } from './strings.ts';
import { isReady } from './first-provider.ts';

interface ProviderPickerProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  readonly providers: readonly ProviderEntry[];
  readonly value: string;
  /** What a provider that may be a bad choice is marked with; null for all others. */
  readonly markOf?: (provider: string) => string | null;
  readonly onChange: (provider: string) => void;
}

/** A choice of provider: those that can be used at once first, then those that need credentials. */
export function ProviderPicker({
  label,
  hint,
  error,
  providers,
  value,
  markOf = () => null,
  onChange,
}: ProviderPickerProps) {
  const chosen = providers.find(({ provider }) => provider === value);
  const option = ({ provider, name }: ProviderEntry) => {
    const mark = markOf(provider);
    return (
      <option key={provider} value={provider} selected={provider === value}>
        {mark === null ? name : `${name} (${mark})`}
      </option>
    );
  };
  const ready = providers.filter(isReady);
  const waiting = providers.filter((entry) => !isReady(entry));
  const isKnown = value === '' || chosen !== undefined;
  const advice = chosen && !isReady(chosen) ? <CredentialsHint name={chosen.name} /> : hint;
  return (
    <Field label={label} error={error} hint={advice}>
      {(control) => (
        <select
          class="control"
          {...control}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {value === '' && <option value="">{formStrings.chooseProvider}</option>}
          {!isKnown && <option value={value}>{value}</option>}
          {ready.length > 0 && <optgroup label={formStrings.ready}>{ready.map(option)}</optgroup>}
          {waiting.length > 0 && <optgroup label={formStrings.needsCredentials}>{waiting.map(option)}</optgroup>}
        </select>
      )}
    </Field>
  );
}

const CredentialsHint = ({ name }: { name: string }) => (
  <>
    {formStrings.credentialsMissing(name)} <a href={at('/credentials')}>{formStrings.addCredentials}</a>
  </>
);
