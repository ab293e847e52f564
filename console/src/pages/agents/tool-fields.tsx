import { Select } from '../../parts/select.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { FieldErrors } from './tool-errors.tsx';
import { JsonField, NumberField } from './parsed-fields.tsx';
import { toolStrings as words } from './tool-strings.ts';
import { METHODS, withMethod, withPart, type Tool, type ToolMethod } from './tools.ts';

const OPTIONS = METHODS.map((method) => ({ value: method, label: method }));
const FORMATS = (['json', 'text'] as const).map((format) => ({ value: format, label: words.formats[format] }));
const PLAIN = { spellcheck: false, autocomplete: 'off' } as const;

interface PartProps {
  readonly tool: Tool;
  /** Where the tool, or its part, is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly onChange: (tool: Tool) => void;
}

/** Parts of a tool whose problems stand beside their field. */
const SHOWN = [
  ...['name', 'description', 'parameters', 'timeout_secs', 'say_while_waiting', 'response', 'variables'],
  ...['request.method', 'request.url', 'request.headers', 'request.query', 'request.body'],
];

/** The form of one tool. */
export function ToolFields({ tool, path, form, onChange }: PartProps) {
  const set = (part: Partial<Tool>): void => onChange({ ...tool, ...part });
  const error = (field: string): string | null => form.problemOf(`${path}.${field}`);
  const beside = new Set(SHOWN.flatMap((field) => form.problemsIn(`${path}.${field}`)));
  const others = form.problemsIn(path).filter((problem) => !beside.has(problem));
  return (
    <>
      <FieldErrors problems={others} />
      <TextField
        {...PLAIN}
        label={words.name}
        hint={words.nameHint}
        value={tool.name}
        error={error('name')}
        onInput={(name) => set({ name })}
      />
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        rows={2}
        value={tool.description}
        error={error('description')}
        onInput={(description) => set({ description })}
      />
      <Json
        path={`${path}.parameters`}
        form={form}
        label={words.parameters}
        hint={words.parametersHint}
        value={tool.parameters}
        onChange={(parameters) => set({ parameters: parameters as Tool['parameters'] })}
      />
      <RequestFields tool={tool} path={`${path}.request`} form={form} onChange={onChange} />
      <WaitingFields tool={tool} path={path} form={form} onChange={onChange} />
      <ResponseFields tool={tool} path={path} form={form} onChange={onChange} />
    </>
  );
}

function RequestFields({ tool, path, form, onChange }: PartProps) {
  const { request } = tool;
  const set = (part: Partial<Tool['request']>): void => onChange({ ...tool, request: withPart(request, part) });
  const json = (name: 'headers' | 'query' | 'body', label: string, hint?: string) => (
    <Json
      {...{ form, label, hint }}
      path={`${path}.${name}`}
      value={request[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      <Select
        label={words.method}
        value={request.method}
        options={OPTIONS}
        error={form.problemOf(`${path}.method`)}
        onChange={(method) => onChange(withMethod(tool, method as ToolMethod))}
      />
      <TextField
        {...PLAIN}
        label={words.url}
        hint={words.urlHint}
        value={request.url}
        error={form.problemOf(`${path}.url`)}
        onInput={(url) => onChange({ ...tool, request: { ...request, url } })}
      />
      {json('headers', words.headers, words.headersHint)}
      {json('query', words.query)}
      {request.method !== 'GET' && json('body', words.body)}
      <Switch
        label={words.sideEffects}
        hint={words.sideEffectsHint}
        checked={tool.side_effects}
        onChange={(side_effects) => onChange({ ...tool, side_effects })}
      />
    </>
  );
}

function WaitingFields({ tool, path, form, onChange }: PartProps) {
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

function ResponseFields({ tool, path, form, onChange }: PartProps) {
  const { response } = tool;
  const set = (part: Readonly<Record<string, unknown>>): void => onChange(withPart(tool, part));
  const isJson = response.format === 'json';
  return (
    <>
      <Select
        label={words.format}
        value={response.format}
        options={FORMATS}
        onChange={(format) =>
          set(format === 'text' ? { response: { format }, variables: null } : { response: { format } })
        }
      />
      {isJson && (
        <>
          <TextField
            {...PLAIN}
            label={words.path}
            hint={words.pathHint}
            optional
            value={response.path ?? ''}
            error={form.problemOf(`${path}.response`)}
            onInput={(part) => set({ response: withPart(response, { path: part }) })}
          />
          <Json
            form={form}
            path={`${path}.variables`}
            label={words.variables}
            hint={words.variablesHint}
            value={tool.variables}
            onChange={(variables) => set({ variables })}
          />
        </>
      )}
    </>
  );
}

interface JsonProps {
  readonly path: string;
  readonly form: AgentForm;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const isSchema = (path: string): boolean => path.endsWith('.parameters');

const Json = ({ path, form, label, hint, value, onChange }: JsonProps) => (
  <JsonField
    {...{ label, value, onChange }}
    {...(hint !== undefined && { hint })}
    rows={isSchema(path) ? 8 : 4}
    optional={!isSchema(path)}
    error={form.problemOf(path)}
    onValidity={(isValid) => form.setValidity(path, isValid)}
  />
);
