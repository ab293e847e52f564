import { hasDotSegment } from '../path-segments.ts';
import { invalid } from '../errors.ts';
import { requireWellFormed } from '../well-formed-json.ts';
import { readEach, readFields, readObject, readText, required, type JsonObject } from './json-readers.ts';
import { TOOL_METHODS, type HttpTool, type ToolMethod, type ToolRequestTemplate } from './http-tool.ts';
import { textsIn } from './placed-templates.ts';
import { fillHeaders, parseFields, requireOwnHeaders } from './tool-headers.ts';
import { argumentNames } from './tool-parameters.ts';
import {
  fillJson,
  fillOptional,
  fillText,
  requireKnownPlaceholders,
  requirePlainTemplate,
  templateValues,
  type TemplateValues,
} from './tool-templates.ts';
import type { CustomVariables } from './variables.ts';

/** A request to send. */
export interface FilledRequest {
  readonly method: ToolMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Scheme and host without placeholders, then path and query. */
const URL_TEMPLATE = /^(https?:\/\/[^/?#{}\\\s@]+)([/?][^#\\\s]*)?$/;
const BODY_MAX = 16_384;
const BODY_DEPTH_MAX = 20;

/** Parses the request of a tool from untyped JSON. `known` holds the placeholders that are not secrets. */
export function parseRequest(input: unknown, path: string, known: ReadonlySet<string>): ToolRequestTemplate {
  const request = required(readObject(input, path), path);
  const { method, url, headers, query, body } = readFields(request, path, {
    method: () => parseMethod(request['method'], `${path}.method`),
    url: () => parseUrl(request['url'], `${path}.url`, known),
    headers: () => parseFields(request['headers'], `${path}.headers`, known),
    query: () => parseFields(request['query'], `${path}.query`, known),
    body: () => parseBody(request['body'], `${path}.body`, known),
  });
  if (method === 'GET' && body !== null) throw invalid(`${path}.body must be omitted for the method GET`);
  requireOwnHeaders(Object.keys(headers), `${path}.headers`);
  return {
    method,
    url,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== null && { body }),
  };
}

/** The server of a request, which is the same for all arguments. */
export const toolServer = ({ url }: Pick<ToolRequestTemplate, 'url'>): URL =>
  new URL(URL_TEMPLATE.exec(url)?.[1] ?? '');

/**
 * Fills a tool's request. Arguments take precedence over variables; arguments that the tool does not declare are
 * ignored, so a model cannot replace a variable. Throws `invalid` when a value cannot be sent in its place.
 */
export function fillRequest(
  { parameters, request, response }: Pick<HttpTool, 'parameters' | 'request' | 'response'>,
  given: {
    readonly arguments: JsonObject;
    readonly variables: CustomVariables;
    readonly secrets: Readonly<Record<string, string>>;
  },
): FilledRequest {
  requireWellFormed(given.arguments, 'arguments');
  const declared = argumentNames(parameters).filter((name) => Object.hasOwn(given.arguments, name));
  const argumentValues = Object.fromEntries(declared.map((name) => [name, given.arguments[name]]));
  const values = templateValues({ ...given.variables, ...argumentValues }, given.secrets);
  const body = request.body === undefined ? undefined : fillJson(request.body, values);
  return {
    method: request.method,
    url: fillUrl(request, values),
    headers: {
      accept: response.format === 'json' ? 'application/json' : '*/*',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...fillHeaders(request.headers, values),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

function fillUrl({ url, query = {} }: ToolRequestTemplate, values: TemplateValues): string {
  const [, origin = '', rest = ''] = URL_TEMPLATE.exec(url) ?? [];
  const at = rest.indexOf('?');
  const [path, search] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at)];
  const filled = new URL(
    origin + fillPath(path, values) + fillText(search, values, (text) => encodeURIComponent(text)),
  );
  for (const [name, template] of Object.entries(query)) {
    const value = fillOptional(template, values);
    if (value !== undefined) filled.searchParams.append(name, value);
  }
  return filled.href;
}

/** A value stays within its segment: an empty one and one of dots would lead to another resource. */
function fillPath(path: string, values: TemplateValues): string {
  const filled = fillText(path, values, (text, name) => {
    if (text === '') throw invalid(`{{${name}}} in the path of the URL has no value: give it as argument or variable`);
    return encodeURIComponent(text);
  });
  if (hasDotSegment(filled))
    throw invalid(
      'a value in the path of the URL must not have the segments . and ..: it would lead to another resource',
    );
  return filled;
}

function parseMethod(value: unknown, path: string): ToolMethod {
  const method = TOOL_METHODS.find((each) => each === value);
  if (!method) throw invalid(`${path} must be one of: ${TOOL_METHODS.join(', ')}`);
  return method;
}

function parseUrl(value: unknown, path: string, known: ReadonlySet<string>): string {
  const url = required(readText(value, path), path);
  requirePlainTemplate(url, path);
  const [, origin = '', rest = ''] = URL_TEMPLATE.exec(url) ?? [];
  if (!URL.canParse(origin))
    throw invalid(
      `${path} must be an http or https URL without credentials, spaces and fragment, and without placeholders before its path`,
    );
  requireKnownPlaceholders(url, path, { known, allowsSecrets: false });
  if (rest.split(/[/?]/).some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    throw invalid(`${path} must not have the segments . and ..`);
  return url;
}

function parseBody(body: unknown, path: string, known: ReadonlySet<string>): unknown {
  if (body === undefined || body === null) return null;
  requireShallow(body, path, 0);
  if (JSON.stringify(body).length > BODY_MAX) throw invalid(`${path} must have at most ${BODY_MAX} characters of JSON`);
  const knownNames = { known, allowsSecrets: true };
  readEach(textsIn(body, path).map((text) => () => requireKnownPlaceholders(text.template, text.path, knownNames)));
  return body;
}

function requireShallow(value: unknown, path: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > BODY_DEPTH_MAX) throw invalid(`${path} must not be nested deeper than ${BODY_DEPTH_MAX} levels`);
  for (const item of Object.values(value)) requireShallow(item, path, depth + 1);
}
