import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldErrorsIn, FormErrors, NO_FIELD_ERRORS, type FieldErrors } from './field-errors.ts';
import { Notice } from './notice.tsx';

interface FormProps {
  /** Sends it. Not asked while a field lacks what it needs. */
  readonly onSubmit: () => unknown;
  /** What went wrong with the whole of it. */
  readonly trouble: string | null;
  readonly children: ComponentChildren;
}

/**
 * A form that says beside its fields what is wrong with them, be it found here or by the API, and leads to the first of
 * them. The browser's own bubbles keep quiet.
 */
export function Form({ onSubmit, trouble, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>(NO_FIELD_ERRORS);
  const [tries, setTries] = useState(0);
  // Not a layout effect: fields are marked after this renders, by the context.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const submit = async (): Promise<void> => {
    const found = form.current ? fieldErrorsIn(form.current) : NO_FIELD_ERRORS;
    setErrors(found);
    if (found.size === 0) await onSubmit();
    setTries((count) => count + 1);
  };
  /** Clears errors of corrected fields. New errors appear on the next submit. */
  const look = ({ currentTarget }: { currentTarget: HTMLFormElement }): void => {
    if (errors.size === 0) return;
    const left = fieldErrorsIn(currentTarget);
    setErrors(new Map([...left].filter(([id]) => errors.has(id))));
  };
  return (
    <form
      class="stack"
      ref={form}
      noValidate
      onInput={look}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      <FormErrors.Provider value={errors}>{children}</FormErrors.Provider>
    </form>
  );
}
