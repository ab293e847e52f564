import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { PLAIN } from './named-fields.tsx';
import { SideEffects, ToolHead, ToolJson, WaitingFields, type ToolPartProps } from './tool-parts.tsx';
import { toolStrings as words } from './tool-strings.ts';
import { METHODS, withMethod, withPart, type Tool, type ToolMethod } from './tools.ts';

const OPTIONS = METHODS.map((method) => ({ value: method, label: method }));
const FORMATS = (['json', 'text'] as const).map((format) => ({ value: format, label: words.formats[format] }));

type PartProps = ToolPartProps<Tool>;

/** Parts of an HTTP tool whose problems stand beside their field. */
const SHOWN = [
  ...['response', 'variables'],
  ...['request.method', 'request.url', 'request.headers', 'request.query', 'request.body'],
];

/** The form of one tool that sends a request. */
export const ToolFields = (props: PartProps) => (
  <>
    <ToolHead {...props} shown={SHOWN} />
    <RequestFields {...props} path={`${props.path}.request`} />
    <WaitingFields {...props} />
    <ResponseFields {...props} />
  </>
);

function RequestFields({ tool, path, form, onChange }: PartProps) {
  const { request } = tool;
  const set = (part: Partial<Tool['request']>): void => onChange({ ...tool, request: withPart(request, part) });
  const json = (name: 'headers' | 'query' | 'body', label: string, hint?: string) => (
    <ToolJson
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
      <SideEffects tool={tool} onChange={onChange} />
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
          <ToolJson
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
