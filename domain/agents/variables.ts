import { filledText } from '../bounded-text.ts';
import { invalid } from '../errors.ts';
import { requireWellFormed } from '../well-formed-json.ts';
import { readObject, type JsonObject } from './json-readers.ts';

/** Named values for the prompts. Names are not blank, values are whatever the user chose. */
export type CustomVariables = JsonObject;

/**
 * Spec: `\{\{(\w+)\}\}`, where `\w` is a word character of any script. Marks count as well (Unicode TS 18, annex C), since
 * most names in Indian languages have vowel signs.
 */
const PLACEHOLDER = /\{\{([\p{L}\p{M}\p{N}\p{Join_Control}_]+)\}\}/gu;

/** Named values out of untyped JSON; none when absent. */
export function parseVariables(input: unknown, path = 'custom_variables'): CustomVariables {
  const variables = readObject(input, path) ?? {};
  if (Object.keys(variables).some((name) => name.trim() === '')) throw invalid(`${path} must not have an empty name`);
  requireWellFormed(variables, path);
  return { ...variables };
}

/** Of a list of 500 calls each shows its variables. In characters of JSON. */
const CALL_MAX = 128 * 1024;

/** The values of one call: 131,072 characters of JSON at most. */
export function parseCallVariables(input: unknown): CustomVariables {
  const variables = parseVariables(input);
  if (JSON.stringify(variables).length > CALL_MAX)
    throw invalid(`custom_variables must have at most ${CALL_MAX} characters of JSON`);
  return variables;
}

/** An agent's defaults and the values of one call; the call's own win. */
export const mergeVariables = (defaults: CustomVariables, perCall: CustomVariables): CustomVariables => ({
  ...defaults,
  ...perCall,
});

/** As much as a prompt may have before it is filled. In characters. */
const FILLED_MAX = 200_000;

/**
 * The text with every `{{name}}` replaced, once: braces inside a value stay as they are. A name without value vanishes.
 * What is longer than 200,000 characters after that is cut off there.
 */
export const substitute = (text: string, variables: CustomVariables): string =>
  filledText(
    text,
    PLACEHOLDER,
    ([, name = '']) => (Object.hasOwn(variables, name) ? textOf(variables[name]) : ''),
    FILLED_MAX,
  );

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
