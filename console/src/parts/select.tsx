import { Field, type FieldProps } from './field.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SelectProps extends FieldProps {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  /** What stands there while nothing is chosen. */
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

/** A field with a choice of one. */
export function Select({ label, hint, error, optional, value, options, onChange, placeholder, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => (
        <select
          class="control"
          {...control}
          {...rest}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {placeholder !== undefined && (
            <option value="" selected={value === ''}>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              selected={option.value === value}
              disabled={option.disabled ?? false}
            >
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
