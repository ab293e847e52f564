import type { InputHTMLAttributes } from 'preact';
import { Field, type ControlProps, type FieldProps } from './field.tsx';

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'number'
    | 'search'
    | 'tel'
    | 'url'
    | 'date'
    | 'time'
    | 'datetime-local';
  /** Number of lines. More than one renders a text area. */
  readonly rows?: number;
  readonly name?: string;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Whether it can only be selected and copied. */
  readonly readOnly?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number | 'any';
  /** Whether mistakes of spelling are marked. */
  readonly spellcheck?: boolean;
  /** Whether it is written for programs, such as JSON. */
  readonly isCode?: boolean;
}

/** A field for text, of one line or of several. */
export function TextField({
  label,
  hint,
  error,
  optional,
  rows = 1,
  onInput,
  type = 'text',
  isCode = false,
  ...rest
}: TextFieldProps) {
  const input = (event: { currentTarget: { value: string } }): void => onInput(event.currentTarget.value);
  const look = isCode ? 'control code' : 'control';
  const control = (described: ControlProps) =>
    rows > 1 ? (
      <textarea class={look} {...described} {...areaOf(rest)} rows={rows} onInput={input} />
    ) : (
      <input class={look} {...described} {...inputOf(type, rest)} onInput={input} />
    );
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {control}
    </Field>
  );
}

type Attributes = Omit<TextFieldProps, keyof FieldProps | 'rows' | 'onInput' | 'type' | 'isCode'>;

// The package's types have one shape for each type of input, of which a variable one is none.
const inputOf = (type: TextFieldProps['type'], rest: Attributes) => ({ ...rest, type }) as InputHTMLAttributes;

const areaOf = ({ min: _min, max: _max, step: _step, ...rest }: Attributes) => rest;
