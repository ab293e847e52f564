import { TextField } from '../../../parts/text-field.tsx';
import type { AgentForm } from '../agent-form.ts';
import { useParsedInput } from '../use-parsed-input.ts';
import { stageStrings as words } from './stage-strings.ts';

interface NameFieldProps {
  readonly value: string;
  /** Names of the others. */
  readonly taken: readonly string[];
  readonly path: string;
  readonly form: AgentForm;
  readonly onChange: (name: string) => void;
}

/** The name of a stage or field. One that is taken or empty is not in the draft: what refers to the name has to follow it. */
export function NameField({ value, taken, path, form, onChange }: NameFieldProps) {
  const [text, type] = useParsedInput(value, {
    write: (name: string) => name,
    read: (typed) => (typed === '' || taken.includes(typed) ? undefined : typed),
  });
  const why = (typed: string): string => (typed === '' ? words.nameMissing : words.nameTaken);
  const take = (typed: string): void => {
    const name = type(typed);
    form.setValidity(path, name !== undefined, why(typed));
    if (name !== undefined) onChange(name);
  };
  return (
    <TextField
      label={words.name}
      hint={words.nameHint}
      spellcheck={false}
      autocomplete="off"
      value={text}
      error={text === value ? form.problemOf(path) : why(text)}
      onInput={take}
    />
  );
}
