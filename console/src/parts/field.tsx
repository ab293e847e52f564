import type { ComponentChildren } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { sharedStrings } from './strings.ts';
import { FormErrors } from './field-errors.ts';
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

/** A control with its label, a hint, and what is wrong with it: a plain hint makes room for that. */
export function Field({ label, hint, error, optional = false, children }: FieldWithControlProps) {
  const id = useId();
  const fault = useContext(FormErrors).get(id) ?? error ?? '';
  const hasHint = isShown(hint, fault);
  const described = [fault !== '' && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
        {optional && <span class="optional">{sharedStrings.optional}</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': fault !== '' })}
      {fault !== '' && <Fault id={`${id}-error`}>{fault}</Fault>}
      {hasHint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </div>
  );
}

interface NoteProps {
  readonly id: string;
  readonly children: ComponentChildren;
}

const Fault = ({ id, children }: NoteProps) => (
  <p class="field-error" id={id} role="alert">
    {children}
  </p>
);

const Hint = ({ id, children }: NoteProps) => (
  <p class="hint" id={id}>
    {children}
  </p>
);

const isShown = (hint: ComponentChildren, fault: string): boolean =>
  hint !== undefined && (fault === '' || typeof hint !== 'string');
