import { useState } from 'preact/hooks';

interface Reading<T> {
  readonly write: (value: T) => string;
  /** The value of a text; undefined when it means none. */
  readonly read: (text: string) => T | undefined;
}

/**
 * A text that stands for a value: it stays as it was typed for as long as it means the value, or means nothing yet, and
 * follows the value otherwise.
 */
export function useTyped<T>(value: T, { write, read }: Reading<T>): readonly [string, (text: string) => T | undefined] {
  const [typed, setTyped] = useState({ text: write(value), value });
  const meant = read(typed.text);
  const stands = meant === undefined ? typed.value === value : JSON.stringify(meant) === JSON.stringify(value);
  const type = (text: string): T | undefined => {
    setTyped({ text, value });
    return read(text);
  };
  return [stands ? typed.text : write(value), type];
}
