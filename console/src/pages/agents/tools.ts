import type { AgentConfig } from './agent.ts';

/** A tool of an agent as the API answers it. */
export type Tool = NonNullable<AgentConfig['tools']>[number];
export type ToolMethod = Tool['request']['method'];

export const METHODS: readonly ToolMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A new tool, without a name. */
export const blankTool = (): Tool => ({
  type: 'http',
  name: '',
  description: '',
  parameters: { type: 'object', properties: {}, required: [] },
  request: { method: 'GET', url: '' },
  timeout_secs: 8,
  response: { format: 'json' },
  side_effects: false,
});

/** The configuration with these tools: without the section when there are none. */
export const withTools = (tools: readonly Tool[]): Pick<AgentConfig, 'tools'> =>
  ({ tools: tools.length === 0 ? undefined : [...tools] }) as Pick<AgentConfig, 'tools'>;

/** The object with this part. A field of the part that is empty is removed. */
export const withPart = <T extends object>(whole: T, part: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(
    Object.entries({ ...whole, ...part }).filter(([name, value]) => !(name in part && isEmpty(value))),
  ) as T;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The tool with another method: it has side effects unless the method is GET, which has no body. */
export const withMethod = (tool: Tool, method: ToolMethod): Tool => ({
  ...tool,
  request: withPart(tool.request, { method, ...(method === 'GET' && { body: null }) }),
  side_effects: method !== 'GET',
});

/** Whether a tool or server is stored like this, so that it can be tried. */
export const isStored = <T>(tool: T, stored: readonly T[] = []): boolean =>
  stored.some((each) => JSON.stringify(sorted(each)) === JSON.stringify(sorted(tool)));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, sorted(each)]));
}

/** The request of a tool in a few words. */
export const summaryOf = ({ request: { method, url } }: Tool): string => `${method} ${url}`.trim();

/** Arguments to start a trial with: a value that the schema takes for each required one. */
export function sampleArguments({ parameters }: Pick<Tool, 'parameters'>): Record<string, unknown> {
  return sampleObject(parameters);
}

/** Variables to start a trial with: those that the request names and the arguments do not give. */
export function sampleVariables(
  { parameters, request }: Pick<Tool, 'parameters'> & { readonly request: unknown },
  defaults: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = Object.keys((parameters as Schema).properties ?? {});
  const named = [...JSON.stringify(request).matchAll(/\{\{([^{}."]+)\}\}/g)].map(([, name = '']) => name);
  const missing = [...new Set(named)].filter((name) => !given.includes(name));
  return Object.fromEntries(missing.map((name) => [name, defaults[name] ?? 'example']));
}

/** What a sample is made from. Other keywords are left to the reader. */
interface Schema {
  readonly type?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const sampleObject = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));

function sampleOf(schema: Schema): unknown {
  const known = [schema.default, schema.examples?.[0], schema.const, schema.enum?.[0]].find(
    (each) => each !== undefined,
  );
  if (known !== undefined) return known;
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return (SAMPLES[String(type)] ?? sampleText)(schema);
}

const sampleText = ({ minLength = 0, maxLength = Infinity }: Schema): string =>
  'example'.padEnd(Math.min(minLength, 1_000), '.').slice(0, maxLength);

function sampleNumber({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  return Math.min(least, maximum ?? least);
}

const SAMPLES: Readonly<Record<string, (schema: Schema) => unknown>> = {
  integer: (schema) => Math.ceil(sampleNumber(schema)),
  number: sampleNumber,
  boolean: () => false,
  null: () => null,
  array: ({ items = {}, minItems = 0 }) => Array.from({ length: Math.min(minItems, 10) }, () => sampleOf(items)),
  object: sampleObject,
};
