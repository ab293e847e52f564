import { MALFORMED, OTHER, type CarrierCommand, type CarrierEvent, type CarrierStream } from './carrier.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { objectOf, textOf, type UnverifiedFields } from '../../../domain/unverified-json.ts';

type Readers = Readonly<Record<string, (message: UnverifiedFields) => CarrierEvent>>;

/** Decodes JSON messages by their field `event`. Ignores unknown names. */
export const jsonDecoder =
  (readers: Readers) =>
  (message: string | Uint8Array): CarrierEvent => {
    const fields = typeof message === 'string' ? parseObject<UnverifiedFields>(message) : {};
    const name = fields['event'];
    if (typeof name !== 'string') return MALFORMED;
    return Object.hasOwn(readers, name) ? (readers[name]?.(fields) ?? OTHER) : OTHER;
  };

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

/** Readers of the messages that Twilio defined and others adopted, except `start`. */
export const streamReaders = (order: { readonly isOrdered: boolean }): Readers => ({
  media: ({ media }) => audioOf(media, order),
  dtmf: ({ dtmf }) => dtmfOf(dtmf),
  mark: ({ mark }) => markOf(objectOf(mark)['name']),
  stop: () => ({ type: 'stopped' }),
});

/** Encodes commands as Twilio does, with the stream id under this name, or without it. */
export const jsonEncoder =
  (idName?: string) =>
  (command: CarrierCommand, { id }: CarrierStream): string | null => {
    const stream = idName === undefined ? {} : { [idName]: id };
    switch (command.type) {
      case 'audio':
        return JSON.stringify({ event: 'media', ...stream, media: { payload: base64(command.bytes) } });
      case 'mark':
        return JSON.stringify({ event: 'mark', ...stream, mark: { name: command.name } });
      case 'clear':
        return JSON.stringify({ event: 'clear', ...stream });
      case 'end':
        return null;
    }
  };

/** Base64 of the bytes, as carriers use in JSON. */
export const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
