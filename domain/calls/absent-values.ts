import type { JsonObject } from '../agents/json-readers.ts';
import { isRecord } from '../unverified-json.ts';

/**
 * An answer without optional values that are null: structured output writes null for a value that it leaves out. Null stays
 * where the schema allows it.
 */
export const withoutAbsent = (answer: JsonObject | null, schema: JsonObject): JsonObject | null =>
  answer && (withoutNulls(answer, schema) as JsonObject);

function withoutNulls(value: unknown, schema: JsonObject): unknown {
  const alternatives = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((each) =>
    Array.isArray(each) ? (each as readonly JsonObject[]) : [],
  );
  const rest = alternatives.reduce(withoutNulls, value);
  const { properties, items, required = [] } = schema;
  if (Array.isArray(rest) && isRecord(items)) return rest.map((item: unknown) => withoutNulls(item, items));
  if (!isRecord(rest) || !isRecord(properties)) return rest;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, given]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!isRecord(property)) return [[name, given]];
      const isAbsent = given === null && !(required as readonly unknown[]).includes(name) && !allowsNull(property);
      return isAbsent ? [] : [[name, withoutNulls(given, property)]];
    }),
  );
}

/**
 * A value without properties that its schema neither declares nor mentions: a caller may talk the model into adding some. They
 * stay where the schema says something about them.
 */
export function withoutUndeclared(value: unknown, schema: JsonObject): unknown {
  const { properties, items, additionalProperties } = schema;
  if (Array.isArray(value))
    return isRecord(items) ? value.map((item: unknown) => withoutUndeclared(item, items)) : value;
  const isOpen = additionalProperties !== undefined || COMBINING.some((keyword) => Object.hasOwn(schema, keyword));
  if (!isRecord(value) || !isRecord(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, given]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (isRecord(property)) return [[name, withoutUndeclared(given, property)]];
      return isOpen || property !== undefined ? [[name, given]] : [];
    }),
  );
}

/** Keywords whose schemas may declare further properties. */
const COMBINING = ['anyOf', 'oneOf', 'allOf', 'not'];

/** Whether null is a value of the schema. One that says nothing about types allows any value. */
function allowsNull({ type, enum: values, const: only, anyOf, oneOf }: JsonObject): boolean {
  if (Array.isArray(values)) return values.includes(null);
  if (only !== undefined) return only === null;
  if (type !== undefined) return type === 'null' || (Array.isArray(type) && type.includes('null'));
  const alternatives = (anyOf ?? oneOf) as readonly JsonObject[] | undefined;
  return alternatives?.some(allowsNull) ?? true;
}
