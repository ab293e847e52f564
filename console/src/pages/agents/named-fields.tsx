import type { ComponentChildren } from 'preact';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';

/** For fields that are read by programs. */
export const PLAIN = { spellcheck: false, autocomplete: 'off' } as const;

/** What the model chooses among: it knows an entry by its name and its description. */
interface NamedEntry {
  readonly name: string;
  readonly description: string;
}

interface NamedFieldsProps<T extends NamedEntry> {
  readonly entry: T;
  /** Where it is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly words: {
    readonly name: string;
    readonly nameHint: string;
    readonly description: string;
    readonly descriptionHint: string;
  };
  readonly onChange: (entry: T) => void;
  /** What stands beside the name. */
  readonly children?: ComponentChildren;
}

/** Name and description of something that the model chooses among. */
export const NamedFields = <T extends NamedEntry>({
  entry,
  path,
  form,
  words,
  onChange,
  children,
}: NamedFieldsProps<T>) => (
  <>
    <div class={children === undefined ? undefined : 'field-grid'}>
      <TextField
        {...PLAIN}
        label={words.name}
        hint={words.nameHint}
        value={entry.name}
        error={form.problemOf(`${path}.name`)}
        onInput={(name) => onChange({ ...entry, name })}
      />
      {children}
    </div>
    <TextField
      label={words.description}
      hint={words.descriptionHint}
      rows={2}
      value={entry.description}
      error={form.problemOf(`${path}.description`)}
      onInput={(description) => onChange({ ...entry, description })}
    />
  </>
);
