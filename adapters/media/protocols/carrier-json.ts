import { type CarrierEvent, MALFORMED, OTHER } from './carrier.ts';

export type MessageFields = Readonly<Record<string, unknown>>;
type Readers = Readonly<Record<string, (message: MessageFields) => CarrierEvent>>;

/** Decodes JSON messages by their field `event`. Ignores unknown names. */
export const jsonDecoder =
  (readers: Readers) =>
  (message: string | Uint8Array): CarrierEvent => {
    const fields = typeof message === 'string' ? jsonOf(message) : {};
    const name = fields['event'];
    if (typeof name !== 'string') return MALFORMED;
    return Object.hasOwn(readers, name) ? (readers[name]?.(fields) ?? OTHER) : OTHER;
  };

/** The object, or an empty object. */
export const objectOf = (value: unknown): MessageFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as MessageFields) : {};

/** The text, or a number as text. Empty for other values. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/**
 * The caller's audio. Ignores the outbound track. Messages that may arrive out of order carry a number. One without a
 * number is taken as it arrives.
 */
export function audioOf(value: unknown, { isOrdered }: { readonly isOrdered: boolean }): CarrierEvent {
  const media = objectOf(value);
  const { track = 'inbound', payload, chunk } = media;
  if (track !== 'inbound') return OTHER;
  if (typeof payload !== 'string') return MALFORMED;
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.length === 0) return MALFORMED;
  const number = isOrdered || textOf(chunk) === '' ? Number.NaN : Number(chunk);
  return { type: 'audio', bytes, chunk: Number.isSafeInteger(number) ? number : null };
}

/** One DTMF key. */
export function dtmfOf(value: unknown): CarrierEvent {
  const digit = textOf(objectOf(value)['digit']);
  return /^[0-9*#A-D]$/.test(digit) ? { type: 'dtmf', digit } : MALFORMED;
}

/** A mark that was played. */
export const markOf = (value: unknown): CarrierEvent =>
  typeof value === 'string' ? { type: 'markPlayed', name: value } : MALFORMED;

/** Base64 of the bytes, as carriers use in JSON. */
export const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function jsonOf(text: string): MessageFields {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
