import { useEffect } from 'preact/hooks';
import type { FieldProps } from '../../parts/field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useParsedInput } from './use-parsed-input.ts';

interface NumberFieldProps extends FieldProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isWhole?: boolean;
  readonly placeholder?: string;
}

const NUMBER = {
  write: (value: number | null) => (value === null ? '' : String(value)),
  read: (text: string) => (text === '' ? null : Number(text)),
};

/** A field for a number, or for none. */
export function NumberField({ value, onChange, min, max, isWhole = false, ...rest }: NumberFieldProps) {
  const [text, type] = useParsedInput(value, NUMBER);
  return (
    <TextField
      {...rest}
      type="number"
      value={text}
      step={isWhole ? 1 : 'any'}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      onInput={(typed) => onChange(type(typed) ?? null)}
    />
  );
}

interface LinesFieldProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly rows?: number;
}

const LINES = {
  write: (value: readonly string[]) => value.join('\n'),
  read: (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== ''),
};

/** A field for several texts, one on each line. */
export function LinesField({ value, onChange, rows = 4, ...rest }: LinesFieldProps) {
  const [text, type] = useParsedInput(value, LINES);
  return <TextField {...rest} rows={rows} value={text} onInput={(typed) => onChange(type(typed) ?? [])} />;
}

interface JsonFieldProps extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Told whether what stands there can be read. */
  readonly onValidity: (isValid: boolean) => void;
  readonly rows?: number;
}

const JSON_TEXT = {
  write: (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
  read(text: string): unknown {
    try {
      return text.trim() === '' ? null : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  },
};

/** A field for anything that JSON can say. */
export function JsonField({ value, onChange, onValidity, rows = 8, ...rest }: JsonFieldProps) {
  const [text, type] = useParsedInput(value, JSON_TEXT);
  // What cannot be read is gone with the field.
  useEffect(() => () => onValidity(true), []);
  const take = (typed: string): void => {
    const parsed = type(typed);
    onValidity(parsed !== undefined);
    if (parsed !== undefined) onChange(parsed);
  };
  return <TextField {...rest} rows={rows} isCode spellcheck={false} value={text} onInput={take} />;
}
