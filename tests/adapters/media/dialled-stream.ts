import { openCarrierStream } from '../../../adapters/media/carrier-stream-start.ts';
import type { CarrierProtocol } from '../../../adapters/media/protocols/carrier.ts';
import { carrierProtocol } from '../../../adapters/media/protocols/carrier-protocols.ts';
import type { MediaSocket } from '../../../adapters/media/sockets.ts';
import type { CarrierMediaSession } from '../../../application/runtime/open-carrier-call.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { burstQueue } from '../../support/burst-queue.ts';

/** The first words of carriers. */
export const START: Readonly<Record<string, object>> = {
  twilio: {
    event: 'start',
    streamSid: 'MZ1',
    start: { callSid: 'CA1', mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000 } },
  },
  vobiz: {
    event: 'start',
    start: { callId: 'c1', streamId: 's1', mediaFormat: { encoding: 'audio/x-l16', sampleRate: 8_000 } },
  },
  telnyx: {
    event: 'start',
    stream_id: 'T1',
    start: { call_control_id: 'v3', media_format: { encoding: 'PCMA', sample_rate: 8_000 } },
  },
  vonage: { event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000' },
  exotel: {
    event: 'start',
    stream_sid: 'MZx',
    start: { call_sid: 'CAx', media_format: { encoding: 'audio/x-raw', sample_rate: '8000' } },
  },
};

/** A socket of this carrier, what was done with it, and what the conversation was told. */
export function dialled(provider: string, bursts = burstQueue()) {
  const clock = fakeClock();
  const sent: (string | Uint8Array)[] = [];
  const closings: number[] = [];
  const exceeded: string[] = [];
  const socket = {
    bufferedBytes: 0,
    send: (message: string | Uint8Array) => void sent.push(message),
    close: (code: number) => void closings.push(code),
    listener: { binary: () => undefined, text: () => undefined, closed: () => undefined },
  } as { bufferedBytes: number } & MediaSocket;
  const opening = openCarrierStream(socket, carrierProtocol(provider) as CarrierProtocol, clock, {
    bursts,
    onExceeded: (why) => void exceeded.push(why),
  });
  const text = (message: object): void => socket.listener.text(JSON.stringify(message));
  return { clock, sent, closings, exceeded, socket, opening, text };
}

/** The same, with its stream begun. */
export async function connected(provider: string, start = START[provider] as object, bursts = burstQueue()) {
  const call = dialled(provider, bursts);
  call.text(start);
  const { channel, sid } = (await call.opening) as CarrierMediaSession;
  const reported: string[] = [];
  const audio: number[][] = [];
  channel.listen({
    audio: (pcm) => void audio.push([...pcm]),
    text: (text) => void reported.push(`typed ${text}`),
    dtmf: (key) => void reported.push(`pressed ${key}`),
    markPlayed: (id) => void reported.push(`marked ${id}`),
    closed: (reason) => void reported.push(`closed: ${reason}`),
  });
  const json = (): unknown[] =>
    call.sent.map((each) => (typeof each === 'string' ? (JSON.parse(each) as unknown) : each));
  return { ...call, channel, sid, reported, audio, json };
}

/** Bytes as they stand in messages. */
export const payload = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');
/** Audio of one level. */
export const frame = (level: number, samples = 160): Int16Array => new Int16Array(samples).fill(level);
