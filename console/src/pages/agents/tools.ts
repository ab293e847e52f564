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

/** Whether a tool is stored like this, so that it can be tried. */
export const isStored = (tool: Tool, stored: readonly Tool[] = []): boolean =>
  stored.some((each) => JSON.stringify(sorted(each)) === JSON.stringify(sorted(tool)));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, sorted(each)]));
}

/** Arguments to start a trial with: an empty value for each required one. */
export function sampleArguments({ parameters }: Tool): Record<string, unknown> {
  const { properties = {}, required = [] } = parameters as {
    properties?: Readonly<Record<string, { readonly type?: unknown }>>;
    required?: readonly string[];
  };
  return Object.fromEntries(required.map((name) => [name, SAMPLES[String(properties[name]?.type)] ?? '']));
}

const SAMPLES: Readonly<Record<string, unknown>> = { integer: 0, number: 0, boolean: false, array: [], object: {} };
