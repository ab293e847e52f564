import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from './text-field.tsx';

/** Shorter pauses between keys do not start a search. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  readonly label: string;
  /** What is searched for. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly placeholder?: string;
}

/** A field whose text is searched for once typing pauses. */
export function SearchField({ label, value, onSearch, placeholder }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    // Something else changed it, such as the back button.
    if (value !== searched.current) setText(value);
    searched.current = value;
  }, [value]);
  useEffect(() => {
    if (text === searched.current) return;
    const timer = setTimeout(() => {
      searched.current = text;
      latest.current(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label={label}
      type="search"
      autocomplete="off"
      spellcheck={false}
      maxLength={100}
      value={text}
      onInput={setText}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}
