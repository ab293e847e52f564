import { useState } from 'preact/hooks';

interface TextFormat<T> {
  readonly write: (value: T) => string;
  /** The value of a text; undefined when it means none. */
  readonly read: (text: string) => T | undefined;
}

/**
 * A text that stands for a value: it stays as it was typed for as long as it means the value, or means nothing yet, and
 * follows the value otherwise.
 */
export function useParsedInput<T>(
  value: T,
  { write, read }: TextFormat<T>,
): readonly [string, (text: string) => T | undefined] {
  const [typed, setTyped] = useState({ text: write(value), value });
  const parsed = read(typed.text);
  const isCurrent = parsed === undefined ? typed.value === value : JSON.stringify(parsed) === JSON.stringify(value);
  const type = (text: string): T | undefined => {
    setTyped({ text, value });
    return read(text);
  };
  return [isCurrent ? typed.text : write(value), type];
}
