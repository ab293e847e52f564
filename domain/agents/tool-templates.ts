import { invalid } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import { isPlainText } from '../plain-text.ts';
import { textOf } from './variables.ts';

/** A placeholder of a tool's request: `{{name}}` or `{{secret.name}}`. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const SECRET = 'secret.';

/** Longest template of a URL, header or query parameter, in UTF-16 units. */
const TEMPLATE_MAX = 2_000;
/** Unknown placeholders that are reported of one template. */
const UNKNOWN_MAX = 10;
/** Longest filled request, over its URL, headers and body. In UTF-16 units. */
const FILLED_MAX = 65_536;

/** Values by placeholder, and how much text they may still add to the request. */
export interface TemplateValues {
  readonly byName: ReadonlyMap<string, unknown>;
  left: number;
}

/** Names of the placeholders in a template. */
export const placeholdersIn = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Names of the secrets in a template, without their prefix. */
export const secretsIn = (template: string): string[] =>
  placeholdersIn(template).flatMap((name) => (name.startsWith(SECRET) ? [name.slice(SECRET.length)] : []));

interface KnownNames {
  readonly known: ReadonlySet<string>;
  readonly allowsSecrets: boolean;
  /** What to do about an unknown name that is like no known one. */
  readonly advice?: string;
}

/** Rejects a placeholder that is neither known nor, where secrets are allowed, a secret. And one that is not closed. */
export function requireKnownPlaceholders(
  template: string,
  path: string,
  { known, allowsSecrets, advice = 'use an argument, a custom variable or a secret' }: KnownNames,
): void {
  const names = [...new Set(placeholdersIn(template))];
  if (!allowsSecrets && names.some((name) => name.startsWith(SECRET)))
    throw invalid(`${path} must not contain secrets: send them in headers, query or body of a tool`);
  const unknown = names.filter((name) => !name.startsWith(SECRET) && !known.has(name)).slice(0, UNKNOWN_MAX);
  const candidates = unknown.length === 0 ? [] : [...known];
  const wrong = unknown.map((name) => {
    const near = nearestName(name, candidates);
    const instead = near === null ? advice : `did you mean {{${near}}}?`;
    return `${path} has an unknown placeholder {{${name.slice(0, 64)}}}: ${instead}`;
  });
  if (wrong.length > 0) throw invalid(wrong);
  requireClosedPlaceholders(template, path);
}

/** Braces that open a placeholder and do not close it, or the other way round. Nested JSON in a text is neither. */
const OPEN_PLACEHOLDER = /\{\{\s*([\w.]*)|\{\s*([\w.]+)\s*\}\}/;

function requireClosedPlaceholders(template: string, path: string): void {
  const open = OPEN_PLACEHOLDER.exec(template.replace(PLACEHOLDER, ''));
  if (!open) return;
  const name = (open[1] || open[2] || 'name').slice(0, 64);
  throw invalid(`${path} has a placeholder with missing braces, ${open[0].slice(0, 70)}: write {{${name}}}`);
}

/** Rejects a template with line breaks or other control characters, and one that is too long. */
export function requirePlainTemplate(template: string, path: string): void {
  if (!isPlainText(template)) throw invalid(`${path} must not contain control characters or invalid Unicode`);
  if (template.length > TEMPLATE_MAX) throw invalid(`${path} must have at most ${TEMPLATE_MAX} characters`);
}

/** Values for one request. Secrets cannot be replaced by arguments or variables. */
export const templateValues = (
  values: Readonly<Record<string, unknown>>,
  secrets: Readonly<Record<string, string>>,
): TemplateValues => ({
  byName: new Map([
    ...Object.entries(values),
    ...Object.entries(secrets).map(([name, value]) => [SECRET + name, value] as const),
  ]),
  left: FILLED_MAX,
});

/** Replaces every placeholder once: braces inside a value stay. A name without a value becomes empty. */
export const fillText = (
  template: string,
  values: TemplateValues,
  encode = (text: string, _name: string): string => text,
): string =>
  template.replace(PLACEHOLDER, (_, name: string) => spend(encode(textOf(values.byName.get(name)), name), values));

/** Fills a text, or answers undefined when it is a single placeholder without a value. */
export function fillOptional(template: string, values: TemplateValues): string | undefined {
  const only = onlyPlaceholder(template);
  return only !== null && isAbsent(values.byName.get(only)) ? undefined : fillText(template, values);
}

/**
 * Fills every string of a JSON value. A string that is a single placeholder takes the value with its type. Without a
 * value it is left out of its object, and null elsewhere.
 */
export function fillJson(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string') return fillJsonText(template, values);
  if (Array.isArray(template)) return template.map((item) => fillJson(item, values) ?? null);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, item]) => {
      const filled = fillJson(item, values);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

function fillJsonText(template: string, values: TemplateValues): unknown {
  const only = onlyPlaceholder(template);
  if (only === null) return fillText(template, values);
  const value = values.byName.get(only);
  if (value !== undefined) spend(JSON.stringify(value), values);
  return value;
}

function onlyPlaceholder(template: string): string | null {
  const [name] = placeholdersIn(template);
  return name !== undefined && template === `{{${name}}}` ? name : null;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Counts a value against the length of the request: a short template can repeat a long value many times. */
function spend(text: string, values: TemplateValues): string {
  values.left -= text.length;
  if (values.left < 0) throw invalid(`the filled request has more than ${FILLED_MAX} characters`);
  return text;
}
