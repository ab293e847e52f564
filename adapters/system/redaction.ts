import type { LogFields } from '../../application/ports/log.ts';

const REDACTED = '[redacted]';
const DEEPEST = 10;

const SECRETS = [
  'password',
  'passwd',
  'secret',
  'token',
  'jwt',
  'authorization',
  'cookie',
  'credential',
  'credentials',
];
const KEYS = /(api|access|private|secret|encryption|signing)key/;

export interface Redaction {
  /** Shows personal data. Secrets stay hidden. */
  readonly showPii: boolean;
}

/** Copies fields for JSON output and removes secrets and, unless shown, personal data at any depth. */
export const redacted = (fields: LogFields, options: Redaction): Record<string, unknown> =>
  plainFields(fields, options, [fields]);

const plainFields = (fields: object, options: Redaction, within: readonly object[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, each]) => [
      key,
      isHidden(key, options) ? REDACTED : plain(each, options, within),
    ]),
  );

function plain(value: unknown, options: Redaction, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  if (above.length === DEEPEST) return '[deeper]';
  return plainObject(value, options, [...above, value]);
}

function plainObject(value: object, options: Redaction, within: readonly object[]): unknown {
  if (value instanceof Error) return plainError(value, options, within);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return plainFields(Object.fromEntries<unknown>(value), options, within);
  if (Array.isArray(value) || value instanceof Set) return [...value].map((each) => plain(each, options, within));
  if (speaksJson(value)) return plain(value.toJSON(), options, within);
  return plainFields(value, options, within);
}

const speaksJson = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** Only the standard fields: libraries attach requests with their headers to errors. */
function plainError(error: Error, options: Redaction, within: readonly object[]): object {
  const { name, message, stack } = error;
  return {
    name,
    message,
    ...('code' in error && { code: error.code }),
    stack,
    ...(error.cause !== undefined && { cause: plain(error.cause, options, within) }),
    ...(error instanceof AggregateError && { errors: plain(error.errors, options, within) }),
  };
}

function isHidden(key: string, { showPii }: Redaction): boolean {
  const meaning = meanings.get(key) ?? learn(key);
  return meaning === 'secret' || (meaning === 'personal' && !showPii);
}

type Meaning = 'secret' | 'personal' | 'plain';

/** Most cached keys. Keys are from the code and repeat often. Keys chosen by users need no more space. */
const MOST_MEANINGS = 1_000;
const meanings = new Map<string, Meaning>();

function learn(key: string): Meaning {
  const meaning = meaningOf(key);
  if (meanings.size < MOST_MEANINGS) meanings.set(key, meaning);
  return meaning;
}

function meaningOf(key: string): Meaning {
  const segments = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (segments.some((segment) => SECRETS.includes(segment)) || KEYS.test(segments.join(''))) return 'secret';
  return segments.includes('pii') ? 'personal' : 'plain';
}
