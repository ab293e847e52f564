type Node = Readonly<Record<string, unknown>>;

/** Adds an example to every schema without one, so that a generator invents no random values and its output is stable. */
export function withExampleValues(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withExampleValues);
  if (!isNode(node)) return node;
  const inside = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withExampleValues(value)]));
  return { ...inside, ...valueOf(inside) };
}

// Only schemas have values. A resource's property named `type` is not a schema.
function valueOf(schema: Node): Node {
  if ('const' in schema) return { enum: [schema.const] };
  if (Array.isArray(schema.enum)) return { enum: schema.enum.slice(0, 1) };
  const [type] = [schema.type].flat();
  if (!isName(type) || 'example' in schema) return {};
  return { type, ...exampleOf(type, schema) };
}

function exampleOf(type: string, schema: Node): Node {
  if (Array.isArray(schema.examples)) return { example: schema.examples[0] };
  const value = schema.default ?? VALUES[type]?.(schema);
  return value === undefined ? {} : { example: value };
}

const VALUES: Readonly<Record<string, (schema: Node) => unknown>> = {
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  boolean: () => true,
  // The keys of an object that takes any would be made up.
  object: ({ properties, additionalProperties }) => (properties || !additionalProperties ? undefined : {}),
  // One that is too short would be made longer at random.
  string: ({ format, minLength }) =>
    format === 'binary' ? undefined : 'string'.repeat(Math.ceil((Number(minLength) || 1) / 'string'.length)),
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const isName = (value: unknown): value is string => typeof value === 'string';
