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
  /** Shows personal data; secrets stay hidden. */
  readonly showPii: boolean;
}

/** A copy of a field that can be written as JSON, at any depth without secrets and, unless shown, personal data. */
export const redacted = (value: unknown, options: Redaction): unknown => plain(value, options, []);

function plain(value: unknown, options: Redaction, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  if (above.length === DEEPEST) return '[deeper]';
  const within = [...above, value];
  if (value instanceof Error) return plainError(value, options, within);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return plain(Object.fromEntries(value), options, within);
  if (value instanceof Set) return plain([...value], options, within);
  if (Array.isArray(value)) return value.map((each) => plain(each, options, within));
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON(), options, within);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, isHidden(key, options) ? REDACTED : plain(each, options, within)]),
  );
}

/** Only what every error has: libraries hang requests, with their headers, on theirs. */
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
  const segments = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (segments.some((segment) => SECRETS.includes(segment)) || KEYS.test(segments.join(''))) return true;
  return !showPii && segments.includes('pii');
}
