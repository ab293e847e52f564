import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './check-list.css';

/** One of several of which any may be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** What must be known of it, in a word or two. */
  readonly note?: string | undefined;
  readonly disabled?: boolean;
}

interface CheckListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly isChosen: (value: string) => boolean;
  readonly onChange: (value: string, on: boolean) => void;
  readonly error?: string | null;
  /** Stands above the choices, such as that there are none. */
  readonly children?: ComponentChildren;
}

/** A choice of any number of things, in a frame that scrolls when they are many. */
export function CheckList({ label, choices, isChosen, onChange, error = null, children }: CheckListProps) {
  const errorId = useId();
  return (
    <fieldset class="check-list" aria-describedby={error === null ? undefined : errorId}>
      <legend class="field-label">{label}</legend>
      {children}
      <div class="check-list-choices">
        {choices.map(({ value, label: name, note, disabled = false }) => (
          <label key={value} class="check">
            <input
              type="checkbox"
              checked={isChosen(value)}
              disabled={disabled}
              onChange={({ currentTarget }) => onChange(value, currentTarget.checked)}
            />
            <span>{name}</span>
            {note !== undefined && <span class="hint">{note}</span>}
          </label>
        ))}
      </div>
      {error !== null && (
        <p id={errorId} class="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
