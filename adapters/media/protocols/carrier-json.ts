import { type CarrierEvent, MALFORMED, OTHER } from './carrier.ts';

export type MessageFields = Readonly<Record<string, unknown>>;
type Readers = Readonly<Record<string, (message: MessageFields) => CarrierEvent>>;

/** Reads JSON messages by the name in their field `event`; names that nobody reads are of no concern. */
export const jsonDecoder =
  (readers: Readers) =>
  (message: string | Uint8Array): CarrierEvent => {
    const fields = typeof message === 'string' ? jsonOf(message) : {};
    const name = fields['event'];
    if (typeof name !== 'string') return MALFORMED;
    return Object.hasOwn(readers, name) ? (readers[name]?.(fields) ?? OTHER) : OTHER;
  };

/** An object of a message; one without fields where there is none. */
export const objectOf = (value: unknown): MessageFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as MessageFields) : {};

/** A text of a message, numbers included; empty where there is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/**
 * The caller's audio. What the caller hears is on a track of its own and no concern. Where the order of messages is not
 * guaranteed each has a number; one without is taken as it comes.
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

/** One key of the caller's keypad. */
export function dtmfOf(value: unknown): CarrierEvent {
  const digit = textOf(objectOf(value)['digit']);
  return /^[0-9*#A-D]$/.test(digit) ? { type: 'dtmf', digit } : MALFORMED;
}

/** A mark that was reached. */
export const markOf = (value: unknown): CarrierEvent =>
  typeof value === 'string' ? { type: 'markPlayed', name: value } : MALFORMED;

/** Bytes as carriers write them into JSON. */
export const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function jsonOf(text: string): MessageFields {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
