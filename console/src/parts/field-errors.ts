import { createContext } from 'preact';
import { sharedStrings } from './strings.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is wrong with the fields of a form, by their ids. */
export type FieldErrors = ReadonlyMap<string, string>;

export const NO_FIELD_ERRORS: FieldErrors = new Map();

/** What the form around a field found wrong with it, when it was sent last. */
export const FormErrors = createContext(NO_FIELD_ERRORS);

const CONTROLS = ':is(input, select, textarea)[id]:not(:disabled)';

/** What can be told to be wrong with a form before it is sent: what is empty, too short or no address. */
export function fieldErrorsIn(form: HTMLFormElement): FieldErrors {
  const controls = [...form.querySelectorAll<Control>(CONTROLS)];
  return new Map(
    controls.flatMap((control) => {
      const error = errorOf(control);
      return error === null ? [] : [[control.id, error] as const];
    }),
  );
}

function errorOf(control: Control): string | null {
  const { value, required, type, validity } = control;
  if (value.trim() === '') return required ? sharedStrings.needed : null;
  if (type === 'email' && validity.typeMismatch) return sharedStrings.noEmail;
  const least = control instanceof HTMLSelectElement ? 0 : control.minLength;
  return value.length < least ? sharedStrings.tooShort(least) : null;
}
