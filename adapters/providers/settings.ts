import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { fieldsFor } from '../../domain/providers/capabilities.ts';
import type { Declaration, Field } from '../../domain/providers/declaration.ts';
import { adviceOnName } from '../../domain/nearest-name.ts';
import { LIST_MAX, TEXT_MAX } from '../../domain/providers/fields.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** Maximum number of errors reported. Thousands would take long to report and to read. */
const SENTENCES_MAX = 50;

const ajv = new Ajv({ allErrors: true, verbose: true });

/**
 * Returns the errors in settings, by field. Settings include their defaults. Compiles the declaration on first use,
 * because most providers are never used in a process.
 */
export function settingsChecker(declaration: Declaration): (settings: Settings) => readonly string[] {
  const fields = Object.entries(fieldsFor(declaration));
  let compiled: ValidateFunction | null = null;
  return (settings) => {
    const oversized = fields.flatMap(([name]) => excess(name, settings[name]) ?? []);
    // Oversized values are not validated further: each item could be an error.
    if (oversized.length > 0) return oversized;
    const errors = errorsIn(settings, (compiled ??= ajv.compile(schemaFor(fields))));
    if (errors.length > 0) return sentencesOf(errors);
    return fields.flatMap(([name, field]) => misfit(name, field, settings) ?? []);
  };
}

/** The errors of the first wrong fields and items. Items are validated one by one, because each can have many errors. */
function errorsIn(settings: Settings, validate: ValidateFunction): readonly ErrorObject[] {
  const errors: ErrorObject[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const parts: readonly unknown[] = Array.isArray(value) ? [[], ...value.map((item: unknown) => [item])] : [value];
    for (const [place, part] of parts.entries()) {
      if (validate({ [name]: part })) continue;
      errors.push(...(validate.errors ?? []).map((error) => (place === 0 ? error : atItem(error, name, place - 1))));
      if (errors.length >= SENTENCES_MAX) return errors;
    }
  }
  return errors;
}

/** The error of a list of one item as that of the item at a place. */
const atItem = (error: ErrorObject, name: string, place: number): ErrorObject => ({
  ...error,
  instancePath: `/${name}/${place}${error.instancePath.slice(`/${name}/0`.length)}`,
});

/** The error in the size of a value: a text, a list, or a text in a list. */
function excess(path: string, value: unknown): string | null {
  if (typeof value === 'string')
    return value.length > TEXT_MAX ? `${path} must have at most ${TEXT_MAX} characters` : null;
  if (!Array.isArray(value)) return null;
  if (value.length > LIST_MAX) return `${path} must have at most ${LIST_MAX} items`;
  const long = value.findIndex((item) => typeof item === 'string' && item.length > TEXT_MAX);
  return long < 0 ? null : excess(`${path}[${long}]`, value[long]);
}

/** The error in a value that is not offered for the chosen model. */
function misfit(name: string, field: Field, settings: Settings): string | null {
  if (field.model_options === undefined || field.allow_custom_input) return null;
  const options = new Map(Object.entries(field.model_options)).get(String(settings['model']));
  const value = settings[name];
  const fits = value === undefined || options === undefined || options.some((option) => option === value);
  return fits ? null : `${name} must be one of: ${options.join(', ')}`;
}

const schemaFor = (fields: readonly (readonly [string, Field])[]): object => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
  additionalProperties: false,
});

function schemaOf(field: Field): object {
  const { type, minimum, maximum, items } = field;
  const choices = choicesOf(field);
  return {
    type,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(items !== undefined && { items }),
    ...(field.secret && { minLength: 1 }),
    ...(choices.length > 0 && { enum: choices }),
  };
}

/** All values of a field that accepts only offered ones. */
function choicesOf(field: Field): unknown[] {
  if (field.allow_custom_input) return [];
  return [...new Set([...(field.examples ?? []), ...Object.values(field.model_options ?? {}).flat()])];
}

/** Errors by field, at most 50. A type error hides the error of the allowed values. */
function sentencesOf(errors: readonly ErrorObject[]): readonly string[] {
  const mistyped = new Set(errors.flatMap(({ keyword, instancePath }) => (keyword === 'type' ? [instancePath] : [])));
  return errors
    .filter(({ keyword, instancePath }) => keyword !== 'enum' || !mistyped.has(instancePath))
    .slice(0, SENTENCES_MAX)
    .map(sentenceOf);
}

/** A validator error as a sentence that starts with the field path. Never repeats a value. */
function sentenceOf(error: ErrorObject): string {
  const path = pathOf(error.instancePath);
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownField(path, String(error.params['additionalProperty']), error.parentSchema);
    case 'required':
      return `${join(path, String(error.params['missingProperty']))} is required`;
    case 'enum':
      return `${path} must be one of: ${(error.params['allowedValues'] as unknown[]).join(', ')}`;
    default:
      return `${path} ${error.message ?? 'is malformed'}`;
  }
}

function unknownField(path: string, name: string, schema: ErrorObject['parentSchema']): string {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: object };
  return `${join(path, name)} is not known: ${adviceOnName(name, Object.keys(properties))}`;
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** `/rules/0/when` as `rules[0].when`. */
const pathOf = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
