import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { words } from '../words.ts';
import './field.css';

/** What every kind of field has around its control. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with it; nothing when it is right. */
  readonly error?: string | null | undefined;
  /** Says beside the label that it may be left out. */
  readonly optional?: boolean;
}

/** What the control of a field must have for its label, hint and error to be read out with it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldWithControlProps extends FieldProps {
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** A control with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, error, optional = false, children }: FieldWithControlProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== '';
  const described = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
        {optional && <span class="optional">{words.kit.optional}</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': hasError })}
      {hasError && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
