import { Field, type FieldProps } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formStrings } from './strings.ts';
import { textOf, parseAs, withCurrent, type SettingField } from './setting-fields.ts';
import { JsonField, LinesField, NumberField } from './parsed-fields.tsx';

interface SettingControlProps {
  readonly field: SettingField;
  readonly value: unknown;
  readonly error: string | null;
  readonly onChange: (value: unknown) => void;
  readonly onValidity: (isValid: boolean) => void;
}

type ControlProps = SettingControlProps & { readonly fieldProps: FieldProps };

/** One setting of a provider, asked for in the way that its catalogue entry wants. */
export function SettingControl(props: SettingControlProps) {
  const { field, error } = props;
  const fieldProps: FieldProps = { label: field.label, hint: <Hint field={field} />, error };
  const Control = CONTROLS[field.control];
  return <Control {...props} fieldProps={fieldProps} />;
}

/** What stands in an empty field: what holds then. */
const emptyWords = ({ preset, isRequired, control }: SettingField): string => {
  if (preset !== undefined) return control === 'choice' ? formStrings.byDefault(textOf(preset)) : textOf(preset);
  return isRequired ? formStrings.choose : formStrings.byProvider;
};

const CONTROLS = {
  choice: ({ field, value, fieldProps, onChange }: ControlProps) => (
    <Select
      {...fieldProps}
      value={textOf(value)}
      options={withCurrent(field.options, textOf(value))}
      placeholder={emptyWords(field)}
      onChange={(text) => onChange(parseAs(field, text))}
    />
  ),
  suggest: ({ field, value, fieldProps, onChange }: ControlProps) => (
    <Field {...fieldProps}>
      {(control) => (
        <>
          <input
            class="control"
            {...control}
            value={textOf(value)}
            list={`${control.id}-offers`}
            autocomplete="off"
            placeholder={emptyWords(field)}
            onInput={({ currentTarget }) => onChange(parseAs(field, currentTarget.value))}
          />
          <datalist id={`${control.id}-offers`}>
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  ),
  text: ({ field, value, fieldProps, onChange }: ControlProps) => (
    <TextField
      {...fieldProps}
      rows={field.isLong ? 5 : 1}
      value={textOf(value)}
      placeholder={emptyWords(field)}
      onInput={onChange}
    />
  ),
  number: ({ field, value, fieldProps, onChange }: ControlProps) => (
    <NumberField
      {...fieldProps}
      value={typeof value === 'number' ? value : null}
      min={field.minimum ?? undefined}
      max={field.maximum ?? undefined}
      isWhole={field.type === 'integer'}
      placeholder={emptyWords(field)}
      onChange={onChange}
    />
  ),
  switch: ({ field, value, fieldProps, onChange }: ControlProps) => (
    <Switch
      label={fieldProps.label}
      hint={fieldProps.hint}
      error={fieldProps.error}
      checked={(value ?? field.preset) === true}
      onChange={onChange}
    />
  ),
  'yes-no': ({ field, value, fieldProps, onChange }: ControlProps) => (
    <Select
      {...fieldProps}
      value={textOf(value)}
      options={[
        { value: 'true', label: formStrings.yes },
        { value: 'false', label: formStrings.no },
      ]}
      placeholder={emptyWords(field)}
      onChange={(text) => onChange(text === '' ? undefined : text === 'true')}
    />
  ),
  texts: ({ field, value, fieldProps, onChange }: ControlProps) => (
    <LinesField {...fieldProps} value={(value ?? field.preset ?? []) as readonly string[]} onChange={onChange} />
  ),
  json: ({ field, value, fieldProps, onChange, onValidity }: ControlProps) => (
    <div class="code-field">
      <JsonField {...fieldProps} value={value ?? field.preset} onChange={onChange} onValidity={onValidity} />
    </div>
  ),
};

function Hint({ field: { description, minimum, maximum, docsUrl, control } }: { field: SettingField }) {
  const parts = [
    description,
    boundWords(minimum, maximum),
    control === 'texts' && formStrings.perLine,
    control === 'json' && formStrings.asJson,
  ];
  return (
    <>
      {parts.filter((part) => typeof part === 'string' && part !== '').join(' ')}{' '}
      {docsUrl !== null && (
        <a href={docsUrl} target="_blank" rel="noreferrer">
          {formStrings.docs}
        </a>
      )}
    </>
  );
}

function boundWords(minimum: number | null, maximum: number | null): string {
  if (minimum !== null && maximum !== null) return formStrings.between(minimum, maximum);
  if (minimum !== null) return formStrings.atLeast(minimum);
  return maximum === null ? '' : formStrings.atMost(maximum);
}
