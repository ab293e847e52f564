import type { ToolRequestTemplate } from './http-tool.ts';
import { secretsIn } from './tool-templates.ts';

/** A text that may have placeholders, and the path of its field. */
export interface PlacedTemplate {
  readonly path: string;
  readonly template: string;
}

/** A secret, and the path of a field that sends it. */
export interface PlacedSecret {
  readonly name: string;
  readonly path: string;
}

/** Longest name of a field in a path, in UTF-16 units. */
const NAME_MAX = 64;
const PLAIN_NAME = /^[\w-]+$/;

/** Every text of a request that may have placeholders. Paths begin with the one of the request. */
export const requestTemplates = (
  { url, headers, query, body }: ToolRequestTemplate,
  path = '',
): readonly PlacedTemplate[] => [
  { path: `${path}.url`, template: url },
  ...fieldTemplates(headers, `${path}.headers`),
  ...fieldTemplates(query, `${path}.query`),
  ...textsIn(body, `${path}.body`),
];

/** The templates of headers or of query parameters. */
export const fieldTemplates = (
  fields: Readonly<Record<string, string>> = {},
  path: string,
): readonly PlacedTemplate[] =>
  Object.entries(fields).map(([name, template]) => ({ path: `${path}.${name}`, template }));

/** Every text in a JSON value. */
export function textsIn(value: unknown, path: string): readonly PlacedTemplate[] {
  if (typeof value === 'string') return [{ path, template: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, path + stepTo(name)));
}

/** Where secrets are sent: each field once for each secret in it. */
export const secretsAt = (templates: readonly PlacedTemplate[]): readonly PlacedSecret[] =>
  templates.flatMap(({ path, template }) => [...new Set(secretsIn(template))].map((name) => ({ name, path })));

/** Names of the secrets, without duplicates. */
export const secretNamesIn = (templates: readonly PlacedTemplate[]): string[] => [
  ...new Set(secretsAt(templates).map(({ name }) => name)),
];

/** The step to a field of a JSON object, whose name may be any text. */
function stepTo(name: string): string {
  const cut = name.slice(0, NAME_MAX);
  return PLAIN_NAME.test(cut) ? `.${cut}` : `[${JSON.stringify(cut)}]`;
}
