import { filledText } from '../bounded-text.ts';
import { invalid } from '../errors.ts';
import { requireWellFormed } from '../well-formed-json.ts';
import { readObject, type JsonObject } from './json-readers.ts';

/** Named values for prompts. Names are not blank. Values can be any JSON. */
export type CustomVariables = JsonObject;

/**
 * Spec: `\{\{(\w+)\}\}`, where `\w` is a word character of any script. Marks count too (Unicode TS 18, annex C),
 * because most names in Indian languages have vowel signs.
 */
const PLACEHOLDER = /\{\{([\p{L}\p{M}\p{N}\p{Join_Control}_]+)\}\}/gu;

/** Parses named values from untyped JSON. Empty when absent. */
export function parseVariables(input: unknown, path = 'custom_variables'): CustomVariables {
  const variables = readObject(input, path) ?? {};
  if (Object.keys(variables).some((name) => name.trim() === '')) throw invalid(`${path} must not have an empty name`);
  requireWellFormed(variables, path);
  return { ...variables };
}

/** Maximum characters of JSON per call, because a list of 500 calls returns the variables of each. */
const CALL_MAX = 128 * 1024;

/** Parses the variables of one call: at most 131,072 characters of JSON. */
export function parseCallVariables(input: unknown): CustomVariables {
  const variables = parseVariables(input);
  if (JSON.stringify(variables).length > CALL_MAX)
    throw invalid(`custom_variables must have at most ${CALL_MAX} characters of JSON`);
  return variables;
}

/** Merges the agent's defaults with the variables of a call, which take precedence. */
export const mergeVariables = (defaults: CustomVariables, perCall: CustomVariables): CustomVariables => ({
  ...defaults,
  ...perCall,
});

/** Maximum length of a filled prompt, in UTF-16 units. An unfilled one has the same limit. */
const FILLED_MAX = 200_000;

/**
 * Replaces every `{{name}}` once: braces inside a value stay. Names without a value become empty. The result is cut at
 * 200,000 characters.
 */
export const substitute = (text: string, variables: CustomVariables): string =>
  filledText(
    text,
    PLACEHOLDER,
    ([, name = '']) => (Object.hasOwn(variables, name) ? textOf(variables[name]) : ''),
    FILLED_MAX,
  );

/** The names in a text that these variables have no value for, each once: they are replaced by nothing. */
export const namesWithoutValue = (text: string, variables: CustomVariables): string[] => [
  ...new Set(
    [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '']) =>
      Object.hasOwn(variables, name) && textOf(variables[name]) !== '' ? [] : [name],
    ),
  ),
];

/** A value as text: JSON unless it is a string, and empty without a value. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
