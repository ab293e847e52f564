import { parseObject } from '../lib/parse-object.ts';
import { TELEPHONE_RATE } from './pcmu.ts';

/** A message of the agent's side in Plivo's protocol. */
export type AgentMessage =
  | { readonly what: 'sound'; readonly bytes: Uint8Array }
  | { readonly what: 'mark'; readonly name: string }
  | { readonly what: 'clear' }
  | { readonly what: 'dtmf'; readonly keys: string };

interface Fields {
  readonly event: string;
  readonly media: { readonly contentType?: string; readonly payload?: unknown };
  readonly name: unknown;
  readonly dtmf: unknown;
}

/** Parses a message. Null when it is not part of the protocol. */
export function readMessage(text: string): AgentMessage | null {
  const { event, media, name, dtmf } = parseObject<Fields>(text);
  switch (event) {
    case 'playAudio': {
      if (media?.contentType !== 'audio/x-mulaw' || typeof media.payload !== 'string') return null;
      return { what: 'sound', bytes: Buffer.from(media.payload, 'base64') };
    }
    case 'checkpoint':
      return typeof name === 'string' ? { what: 'mark', name } : null;
    case 'clearAudio':
      return { what: 'clear' };
    case 'sendDTMF':
      return typeof dtmf === 'string' ? { what: 'dtmf', keys: dtmf } : null;
    default:
      return null;
  }
}

/** The first message of a socket. */
export const startMessage = (call: { callId: string; streamId: string; accountId: string }): object => ({
  event: 'start',
  start: {
    ...call,
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: TELEPHONE_RATE },
  },
  extra_headers: '{}',
});

/** 20 ms of audio. Built as text, because hundreds of calls send 50 a second each. */
export const mediaMessage = (
  streamId: string,
  frame: { sequence: number; timestamp: number; chunk: number; payload: string },
): string =>
  `{"sequenceNumber":${frame.sequence},"streamId":"${streamId}","event":"media","media":{"track":"inbound",` +
  `"timestamp":"${frame.timestamp}","chunk":${frame.chunk},"payload":"${frame.payload}"},"extra_headers":"{}"}`;
