import type { Schema } from './openapi.ts';

const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import
  in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** A name that Python accepts: `from` becomes `from_`. */
export const pythonName = (name: string): string => {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
};

const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Keywords that restrict values, which types cannot say. */
const CHECKED_BY_API = new Set(
  `description summary title example examples default pattern minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength
  minItems maxItems uniqueItems minProperties maxProperties propertyNames readOnly writeOnly deprecated`.split(/\s+/),
);
const TYPED = new Set(
  '$ref type enum const format items properties required additionalProperties oneOf anyOf allOf'.split(' '),
);

/** Python types of schemas: TypedDicts for objects with known fields, and names for all others of the contract. */
export class PythonTypes {
  readonly #classes = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
    const objects = Object.entries(schemas).filter(([, schema]) => isObject(schema));
    for (const [name] of objects) this.#classes.set(name, '');
    for (const [name, schema] of Object.entries(schemas)) {
      const type = this.typeOf(schema, name, true);
      if (type !== name) this.#aliases.set(name, type);
    }
  }

  /** The definitions, each after what it needs when it is executed. */
  get source(): string {
    const aliases = inOrder(this.#aliases).map(([name, type]) => `${name} = ${type}\n`);
    return [...this.#classes.values(), ...aliases].join('\n\n');
  }

  /** The type of a schema. An object without a name of its own gets this one. */
  typeOf(schema: Schema, name: string, isNamed = false): string {
    requireKnown(schema, name);
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices !== undefined) return union(choices.map((each, at) => this.typeOf(each, `${name}Choice${at + 1}`)));
    if (isObject(schema)) return this.#class(schema, isNamed ? name : this.#free(name));
    if (Array.isArray(schema.type))
      return union(
        schema.type.map((type: string) => this.typeOf({ ...schema, type }, isNamed ? `${name}Object` : name)),
      );
    return this.#simple(schema, name);
  }

  #simple({ type, format, items = {}, additionalProperties }: Schema, name: string): string {
    if (type === 'array') return `List[${this.typeOf(items, `${name}Item`)}]`;
    if (format === 'binary') return 'bytes';
    if (type !== 'object') return SCALARS[String(type)] ?? 'Any';
    return `Dict[str, ${typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, `${name}Value`) : 'Any'}]`;
  }

  #free(wanted: string): string {
    const name = pascal(wanted);
    return this.#classes.has(name) || this.#aliases.has(name) ? this.#free(`${name}2`) : name;
  }

  /** Defines a class. Answers its name. */
  #class(schema: Schema, name: string): string {
    this.#classes.set(name, '');
    const fields = [...this.#propertiesOf(schema, name)].map(([field, { isRequired, schema: of }]) => ({
      field,
      type: this.typeOf(of, `${name}${pascal(field)}`),
      isRequired,
    }));
    this.#classes.set(
      name,
      definition(
        name,
        fields.filter(({ isRequired }) => isRequired),
        fields.filter(({ isRequired }) => !isRequired),
      ),
    );
    return name;
  }

  /** The properties of an object and of all that it is made of. A later one takes the place of an earlier one. */
  #propertiesOf({ $ref, allOf = [], properties = {}, required = [] }: Schema, name: string): Map<string, Property> {
    if ($ref !== undefined) return this.#propertiesOf(this.#schemas[$ref.split('/').at(-1)!] ?? {}, name);
    const found = new Map(allOf.flatMap((each) => [...this.#propertiesOf(each, name)]));
    for (const [field, schema] of Object.entries(properties)) found.set(field, { schema, isRequired: false });
    for (const field of required) {
      const property = found.get(field);
      if (property !== undefined) found.set(field, { ...property, isRequired: true });
    }
    return found;
  }
}

/** Throws for a keyword that might say more of a type than the types know. */
function requireKnown(schema: Schema, name: string): void {
  const isKnown = (key: string): boolean => TYPED.has(key) || CHECKED_BY_API.has(key) || key.startsWith('x-');
  const unknown = Object.keys(schema).find((key) => !isKnown(key));
  if (unknown === undefined) return;
  throw new Error(`${name}: Python types know no ${unknown}; see tools/build/packages/python-types.ts`);
}

interface Property {
  readonly schema: Schema;
  readonly isRequired: boolean;
}

interface Field {
  readonly field: string;
  readonly type: string;
}

/** An object with known fields, or several of them together. */
const isObject = ({ type, properties, allOf }: Schema): boolean =>
  allOf !== undefined || (type === 'object' && Object.keys(properties ?? {}).length > 0);

function definition(name: string, required: readonly Field[], optional: readonly Field[]): string {
  if (required.length === 0) return half(name, 'TypedDict', optional, true);
  if (optional.length === 0) return half(name, 'TypedDict', required, false);
  const base = `_${name}Required`;
  return `${half(base, 'TypedDict', required, false)}\n\n${half(name, base, optional, true)}`;
}

/** Fields that are all required, or all optional, beside those of another class. */
function half(name: string, base: string, fields: readonly Field[], isOptional: boolean): string {
  const total = isOptional ? ', total=False' : '';
  if (fields.every(({ field }) => IDENTIFIER.test(field) && !KEYWORDS.has(field)))
    return `class ${name}(${base}${total}):\n${fields.map(({ field, type }) => `    ${field}: ${type}\n`).join('')}`;
  const entries = fields.map(({ field, type }) => `    ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`).join('');
  const own = base === 'TypedDict' ? name : `_${name}Optional`;
  const fieldsOnly = `${own} = TypedDict("${own}", {\n${entries}}${total})\n`;
  return own === name ? fieldsOnly : `${fieldsOnly}\n\nclass ${name}(${base}, ${own}):\n    pass\n`;
}

/** Names of types, each after those that it needs. Throws where two need each other. */
function inOrder(definitions: ReadonlyMap<string, string>): [string, string][] {
  const placed = new Map<string, string>();
  const place = (name: string, above: readonly string[]): void => {
    const text = definitions.get(name);
    if (text === undefined || placed.has(name)) return;
    if (above.includes(name)) throw new Error(`${name} needs itself: ${[...above, name].join(' -> ')}`);
    for (const need of text.match(/\w+/g) ?? []) place(need, [...above, name]);
    placed.set(name, text);
  };
  for (const name of definitions.keys()) place(name, []);
  return [...placed];
}

const union = (types: readonly string[]): string => {
  const different = [...new Set(types)];
  const known = different.filter((type) => type !== 'None');
  const type = known.length === 1 ? known[0]! : `Union[${known.join(', ')}]`;
  if (known.length === 0) return 'None';
  return known.length < different.length ? `Optional[${type}]` : type;
};

const literal = (value: unknown): string => {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value);
};
