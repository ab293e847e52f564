import { methodsOf, type Contract, type Operation, type Parameter } from '../contract.ts';
import type { OperationTool } from './tool.ts';
import { isRecord } from '../../../domain/unverified-json.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where an argument of a tool goes in the request. */
type Place = 'path' | 'query' | 'body';

/** The operation of a tool, and its arguments as openapi.yaml describes them. */
export interface ToolInput {
  readonly method: string;
  readonly path: string;
  readonly places: ReadonlyMap<string, Place>;
  readonly required: readonly string[];
  readonly schema: JsonSchema & { readonly type: 'object' };
  /** The arguments that are only named, each with the name under which `describe_input` explains it. */
  readonly abridged: ReadonlyMap<string, string>;
}

/** The parameter that comes from the token. */
export const ORGANISATION = 'org_id';

/** Items of a list that come when no number is asked for, and at most. */
export const LIST_LIMITS = { usual: 20, most: 100 } as const;

/** Longest schema of an argument. A longer one is only named. In characters of JSON. */
const ARGUMENT_MAX = 1_200;

const PAGES: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1, maximum: LIST_LIMITS.most, default: LIST_LIMITS.usual },
  offset: { type: 'integer', minimum: 0, default: 0, description: 'How many to skip: next_offset of the page before.' },
};
const TEXT_OFFSET = { type: 'integer', minimum: 0, default: 0, description: 'The first character of a long text.' };
const PART = {
  path: {
    type: 'string',
    description:
      'Only this part of the answer, such as config.prompts or tool_calls.0. Use it when the answer was shortened.',
  },
  offset: TEXT_OFFSET,
};

/** What the arguments of a tool are: those of its operation, and those that choose a part of a long answer. */
export function toolInput(contract: Contract, tool: OperationTool): ToolInput {
  const { method, path, operation, shared } = operationNamed(contract, tool.operation);
  const parameters = [...shared, ...(operation.parameters ?? [])].map(
    (each) => resolved(contract, each) as NamedParameter,
  );
  const wanted = parameters.filter(({ name }) => name !== ORGANISATION);
  const body = tool.fileText === undefined ? bodySchema(contract, operation) : fileSchema(tool.fileText);
  const given = [
    ...wanted.map(({ name, schema = {}, description }) => ({ name, schema, description })),
    ...Object.entries(body.properties).map(([name, schema]) => ({ name, schema, description: undefined })),
  ];
  const properties = given.map(({ name, schema, description }) => ({
    name,
    ...described(contract, schema, description),
  }));
  const more = tool.list ? PAGES : tool.isText ? { offset: TEXT_OFFSET } : tool.effect === 'read' ? PART : {};
  const required = [...wanted.filter((each) => each.required).map(({ name }) => name), ...body.required];
  return {
    ...{ method: method.toUpperCase(), path, required },
    places: new Map([
      ...wanted.map(({ name, in: place }): [string, Place] => [name, place as Place]),
      ...Object.keys(body.properties).map((name): [string, Place] => [name, 'body']),
    ]),
    schema: {
      type: 'object',
      properties: { ...Object.fromEntries(properties.map(({ name, schema }) => [name, schema])), ...more },
      required,
      additionalProperties: false,
    },
    abridged: new Map(properties.flatMap(({ name, abridged }) => (abridged === null ? [] : [[name, abridged]]))),
  };
}

export const DESCRIBE_INPUT = 'describe_input';

const schemasOf = ({ components }: Contract): Readonly<Record<string, unknown>> =>
  (components as { readonly schemas?: Readonly<Record<string, unknown>> }).schemas ?? {};

/** A component of openapi.yaml as it is written, with the names of others in it. Null: there is none. */
export function component(contract: Contract, name: string): unknown {
  const schemas = schemasOf(contract);
  return Object.hasOwn(schemas, name) ? withNames(schemas[name]) : null;
}

/** The names of all components. */
export const componentNames = (contract: Contract): readonly string[] => Object.keys(schemasOf(contract));

interface NamedParameter extends Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
}

function operationNamed(contract: Contract, id: string) {
  for (const [path, item] of Object.entries(contract.paths))
    for (const method of methodsOf(item)) {
      const operation = item[method];
      if (operation?.operationId !== id) continue;
      return { method, path, operation, shared: (item['parameters'] ?? []) as unknown as readonly Parameter[] };
    }
  throw new Error(`openapi.yaml has no operation ${id}, which an MCP tool runs`);
}

interface BodySchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

function bodySchema(contract: Contract, { requestBody }: Operation): BodySchema {
  const { content = {} } = (resolved(contract, requestBody ?? {}) ?? {}) as { content?: Record<string, unknown> };
  const { schema = {} } = (content['application/json'] ?? {}) as { schema?: unknown };
  const { properties = {}, required = [] } = resolved(contract, schema) as Partial<BodySchema>;
  return { properties, required };
}

const fileSchema = (text: string): BodySchema => ({
  properties: {
    [text]: { type: 'string', description: 'The whole text of the file.' },
    filename: { type: 'string', description: 'Its name, with its ending.' },
  },
  required: [text, 'filename'],
});

/** The schema of an argument without examples. A long one is only named: `abridged` is then its name. */
function described(
  contract: Contract,
  schema: JsonSchema,
  description: string | undefined,
): { readonly schema: JsonSchema; readonly abridged: string | null } {
  const whole = compact(contract, schema) as JsonSchema;
  const words = [description ?? whole['description']].filter((each) => typeof each === 'string').join('');
  const named = words === '' ? whole : { ...whole, description: words.trim() };
  const name = nameIn(schema);
  if (name === null || JSON.stringify(named).length <= ARGUMENT_MAX) return { schema: named, abridged: null };
  const end = words.indexOf('. ');
  const first = end === -1 ? words : words.slice(0, end + 1);
  const advice = `${first} ${DESCRIBE_INPUT} with the name ${name} shows its fields.`.trim();
  return { schema: { type: 'object', description: advice }, abridged: name };
}

const LEFT_OUT = /^(example|examples|title|x-.+)$/;

/** A schema with what its references lead to, as far down as it is of use in a list of tools. */
function compact(contract: Contract, node: unknown, depth = 0): unknown {
  if (Array.isArray(node)) return node.map((part) => compact(contract, part, depth + 1));
  if (!isRecord(node)) return node;
  const name = nameIn(node);
  if (name !== null && depth > MOST_DEPTH) return { description: name };
  const { $ref: _reference, ...beside } = node;
  const whole = name === null ? node : { ...(resolved(contract, node) as JsonSchema), ...beside };
  const kept = Object.entries(whole).filter(([key]) => !LEFT_OUT.test(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === 'properties' && isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([field, part]) => [field, compact(contract, part, depth + 1)]))
        : compact(contract, value, depth + 1),
    ]),
  );
}

/** Schemas lead to themselves, and what is nested deeper is longer than an argument may be anyway. */
const MOST_DEPTH = 8;

/** A schema with the names of components in the place of their addresses. */
function withNames(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNames);
  if (!isRecord(node)) return node;
  const name = nameIn(node);
  if (name !== null) return { ...node, $ref: name };
  const shown = Object.entries(node).filter(([key]) => !key.startsWith('x-'));
  return Object.fromEntries(shown.map(([key, part]) => [key, withNames(part)]));
}

const nameIn = (node: unknown): string | null =>
  isRecord(node) && typeof node['$ref'] === 'string' ? (node['$ref'].split('/').at(-1) ?? null) : null;

function resolved(contract: Contract, node: unknown): unknown {
  if (!isRecord(node) || typeof node['$ref'] !== 'string') return node;
  const steps = node['$ref'].split('/').slice(1);
  return resolved(
    contract,
    steps.reduce<unknown>((found, step) => (isRecord(found) ? found[step] : undefined), contract),
  );
}
