import { invalid } from '../errors.ts';
import { readEach, readObject, readText, required } from './json-readers.ts';
import { fillOptional, requireKnownPlaceholders, requirePlainTemplate, type TemplateValues } from './tool-templates.ts';

const FIELDS_MAX = 30;

/** RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
/** Headers of the connection and of the message, which the platform sets. */
const OWN_HEADERS: readonly string[] = [
  ...['host', 'content-length', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
  ...['accept-encoding', 'http2-settings', 'idempotency-key'],
];
/** Characters that HTTP/1.1 sends in a header value. */
const HEADER_VALUE = /^[ -~\u00a0-\u00ff]*$/;

/** Parses templates by name. `known` holds the placeholders that are not secrets. */
export function parseFields(
  input: unknown,
  path: string,
  known: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const fields = Object.entries(readObject(input, path) ?? {});
  if (fields.length > FIELDS_MAX) throw invalid(`${path} must have at most ${FIELDS_MAX} fields`);
  return Object.fromEntries(
    readEach(
      fields.map(([name, value]) => () => {
        if (name === '') throw invalid(`${path} must not have an empty name`);
        requirePlainTemplate(name, `A name in ${path}`);
        const template = required(readText(value, `${path}.${name}`), `${path}.${name}`);
        requirePlainTemplate(template, `${path}.${name}`);
        requireKnownPlaceholders(template, `${path}.${name}`, { known, allowsSecrets: true });
        return [name, template] as const;
      }),
    ),
  );
}

/** Rejects header names that are malformed, repeated or set by the platform, which may set `more` than for a request. */
export function requireOwnHeaders(names: readonly string[], path: string, more: readonly string[] = []): void {
  const lower = names.map((name) => name.toLowerCase());
  const wrong = lower.flatMap((name, index) => {
    const at = `${path}.${names[index]?.slice(0, 64)}`;
    if (!HEADER_NAME.test(name)) return [`${at} must be a header name`];
    if ([...OWN_HEADERS, ...more].includes(name) || name.startsWith('proxy-'))
      return [`${at} must be omitted: the platform sets it`];
    return lower.indexOf(name) < index ? [`${at} must not repeat a header`] : [];
  });
  if (wrong.length > 0) throw invalid(wrong);
}

/** Headers with filled templates. Throws `invalid` for a value that no header can have. */
export function fillHeaders(
  headers: Readonly<Record<string, string>> = {},
  values: TemplateValues,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, template]) => {
      const value = fillOptional(template, values);
      if (value === undefined) return [];
      if (!HEADER_VALUE.test(value)) throw invalid(`a value has characters that cannot be sent in the header ${name}`);
      return [[name.toLowerCase(), value]];
    }),
  );
}
