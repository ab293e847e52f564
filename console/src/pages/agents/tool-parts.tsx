import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { NamedFields } from './named-fields.tsx';
import { JsonField, NumberField } from './parsed-fields.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { toolStrings as words } from './tool-strings.ts';
import { withPart } from './tools.ts';

/** What all tools have, wherever they run. */
interface AnyTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly timeout_secs: number;
  readonly side_effects: boolean;
  readonly say_while_waiting?: string;
}

export interface ToolPartProps<T> {
  readonly tool: T;
  /** Where the tool, or its part, is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly onChange: (tool: T) => void;
}

/** Parts whose problems stand beside their field. */
const SHOWN = ['name', 'description', 'parameters', 'timeout_secs', 'say_while_waiting'];

interface ToolHeadProps<T> extends ToolPartProps<T> {
  /** Further parts whose problems stand beside their field. */
  readonly shown?: readonly string[];
}

/** What the model knows of a tool. */
export function ToolHead<T extends AnyTool>({ tool, path, form, onChange, shown = [] }: ToolHeadProps<T>) {
  const beside = new Set([...SHOWN, ...shown].flatMap((field) => form.problemsIn(`${path}.${field}`)));
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => !beside.has(problem))} />
      <NamedFields entry={tool} {...{ path, form, words, onChange }} />
      <ToolJson
        path={`${path}.parameters`}
        form={form}
        label={words.parameters}
        hint={words.parametersHint}
        value={tool.parameters}
        onChange={(parameters) => onChange({ ...tool, parameters: parameters as T['parameters'] })}
      />
    </>
  );
}

/** Whether a tool acts. */
export const SideEffects = <T extends AnyTool>({ tool, onChange }: Pick<ToolPartProps<T>, 'tool' | 'onChange'>) => (
  <Switch
    label={words.sideEffects}
    hint={words.sideEffectsHint}
    checked={tool.side_effects}
    onChange={(side_effects) => onChange({ ...tool, side_effects })}
  />
);

/** How long a tool may take, and what the agent says until then. */
export function WaitingFields<T extends AnyTool>({ tool, path, form, onChange }: ToolPartProps<T>) {
  const set = (part: Readonly<Record<string, unknown>>): void => onChange(withPart(tool, part));
  return (
    <>
      <NumberField
        label={words.timeout}
        value={tool.timeout_secs}
        min={1}
        max={30}
        isWhole
        error={form.problemOf(`${path}.timeout_secs`)}
        onChange={(timeout_secs) => set({ timeout_secs })}
      />
      <TextField
        label={words.say}
        hint={words.sayHint}
        optional
        value={tool.say_while_waiting ?? ''}
        error={form.problemOf(`${path}.say_while_waiting`)}
        onInput={(say_while_waiting) => set({ say_while_waiting })}
      />
    </>
  );
}

interface ToolJsonProps {
  readonly path: string;
  readonly form: AgentForm;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const isSchema = (path: string): boolean => path.endsWith('.parameters');

/** A part of a tool that is written as JSON. */
export const ToolJson = ({ path, form, label, hint, value, onChange }: ToolJsonProps) => (
  <JsonField
    {...{ label, value, onChange }}
    {...(hint !== undefined && { hint })}
    rows={isSchema(path) ? 8 : 4}
    optional={!isSchema(path)}
    error={form.problemOf(path)}
    onValidity={(isValid) => form.setValidity(path, isValid)}
  />
);
