type Fields = Readonly<Record<string, unknown>>;

/** Fields in which carriers put an error code, such as Twilio's 21211. */
const PLACES: readonly ((body: Fields) => unknown)[] = [
  (body) => body['code'],
  (body) => first(body['errors'])['code'],
  (body) => object(body['RestException'])['Code'],
  (body) => body['error-code'],
];

/** Reason that users read, by HTTP status. */
const REASONS: Readonly<Record<number, string>> = {
  402: 'the account has no funds left',
  403: 'the account may not do this',
  404: 'it does not know what was asked for',
  409: 'it is in use',
  429: 'there are too many requests at the moment',
};

/**
 * Describes a carrier's refusal to users, with the carrier's error code. Leaves out the carrier's own text, which may
 * repeat a secret.
 */
export function refusalSentence(name: string, status: number, body: Fields | null): string {
  const number = body && PLACES.map((place) => place(body)).find(isNumber);
  const code = number ? ` (code ${number})` : '';
  if (status === 401) return `${name} refuses the stored credentials${code}`;
  if (status >= 500) return `${name} answered ${status}${code}: it has a fault of its own`;
  if (status < 400) return `${name} answered ${status}${code}`;
  return `${name} refused the request with ${status}${code}${status in REASONS ? `: ${REASONS[status]}` : ''}`;
}

const isNumber = (code: unknown): code is string | number =>
  (typeof code === 'number' || typeof code === 'string') && /^\d{3,6}$/.test(String(code));

const object = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const first = (value: unknown): Fields => (Array.isArray(value) ? object(value[0]) : {});
