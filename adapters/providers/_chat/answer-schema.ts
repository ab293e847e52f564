import type { JsonObject } from '../../../domain/agents/json-readers.ts';

/** How an optional property is written: as one that may be null, or as one that may be left out. */
type Optional = 'nullable' | 'left out';

/**
 * A schema in the part of JSON Schema that all vendors support for structured output: types, enumerations, objects with
 * named properties, lists and alternatives. Limits of texts, numbers and lists are left out, since the answer is validated
 * against the given schema all the same. Null when the schema cannot be written in this part.
 */
export function answerSchema(schema: JsonObject, optional: Optional): JsonObject | null {
  try {
    return converted(schema, optional);
  } catch (error) {
    if (error instanceof Inexpressible) return null;
    throw error;
  }
}

class Inexpressible extends Error {}

function converted(schema: JsonObject, optional: Optional): JsonObject {
  const { description } = schema;
  const about = typeof description === 'string' ? { description } : {};
  return { ...(alternativesIn(schema, optional) ?? valuesIn(schema) ?? typed(schema, optional)), ...about };
}

function alternativesIn(schema: JsonObject, optional: Optional): JsonObject | null {
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  const isMixed = ['properties', 'items', 'allOf'].some((keyword) => schema[keyword] !== undefined);
  if (schema['allOf'] !== undefined || (alternatives !== undefined && isMixed)) throw new Inexpressible();
  if (!Array.isArray(alternatives)) return null;
  return { anyOf: alternatives.map((each) => converted(each as JsonObject, optional)) };
}

function valuesIn(schema: JsonObject): JsonObject | null {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  return Array.isArray(values) ? { type: oneOrList(values.map(typeOf)), enum: values } : null;
}

function typed(schema: JsonObject, optional: Optional): JsonObject {
  const types = typesIn(schema);
  if (types.length === 0) throw new Inexpressible();
  return {
    type: oneOrList(types),
    ...(types.includes('object') && objectKeywords(schema, optional)),
    ...(types.includes('array') && { items: itemsOf(schema, optional) }),
  };
}

/** An object without named properties, or with properties of any name, has no such form. */
function objectKeywords(schema: JsonObject, optional: Optional): JsonObject {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>);
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const others = schema['additionalProperties'];
  if (typeof others === 'object' || (properties.length === 0 && others !== false)) throw new Inexpressible();
  const names = properties.map(([name]) => name);
  if ([...required].some((name) => !names.includes(name))) throw new Inexpressible();
  return {
    properties: Object.fromEntries(
      properties.map(([name, property]) => {
        const value = converted(property, optional);
        return [name, required.has(name) || optional === 'left out' ? value : nullable(value)];
      }),
    ),
    required: optional === 'left out' ? [...required] : names,
    additionalProperties: false,
  };
}

function itemsOf({ items }: JsonObject, optional: Optional): JsonObject {
  if (typeof items !== 'object' || items === null) throw new Inexpressible();
  return converted(items as JsonObject, optional);
}

function nullable(schema: JsonObject): JsonObject {
  const { anyOf, enum: values } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as JsonObject[]), { type: 'null' }] };
  return {
    ...schema,
    type: oneOrList([...typesIn(schema), 'null']),
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...(values as unknown[]), null] }),
  };
}

const typesIn = ({ type }: JsonObject): readonly string[] =>
  Array.isArray(type) ? (type as string[]) : typeof type === 'string' ? [type] : [];

function oneOrList(types: readonly string[]): string | string[] {
  const [first = 'null', ...others] = new Set(types);
  return others.length === 0 ? first : [first, ...others];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'object') throw new Inexpressible();
  return typeof value;
}
