import { BrowserChannel } from '../../adapters/media/browser-channel.ts';
import { encodeAudio, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import type { MediaSocket } from '../../adapters/media/sockets.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { burstQueue } from '../support/burst-queue.ts';

export const FRAME_MS = 20;

/** A message of a browser. */
export const rtvi = (type: string, data: object): Uint8Array =>
  encodeMessage(JSON.stringify({ label: 'rtvi-ai', type, id: 'm1', data }));

/** A browser's socket: how much audio was heard of it, and what it was closed with. */
export function browser(bursts = burstQueue(), onText: (text: string) => void = () => undefined) {
  const clock = fakeClock();
  const closings: string[] = [];
  const overs: string[] = [];
  let samples = 0;
  const socket: MediaSocket = {
    bufferedBytes: 0,
    send: () => undefined,
    close: (code, reason) => void closings.push(`${code} ${reason}`),
    listener: { binary: () => undefined, text: () => undefined, closed: () => undefined },
  };
  const channel = new BrowserChannel(socket, clock, 16_000, bursts, (code) => void overs.push(String(code)));
  const ignore = (): undefined => undefined;
  const ended: string[] = [];
  channel.listen({
    audio: (pcm) => void (samples += pcm.length),
    text: onText,
    ...{ dtmf: ignore, markPlayed: ignore },
    closed: (reason) => void ended.push(reason),
  });
  const frame = encodeAudio(new Int16Array(FRAME_MS * 16), 16_000);
  const tiny = encodeAudio(new Int16Array(1), 16_000);
  return {
    ...{ clock, closings, overs, ended },
    heardMs: () => samples / 16,
    audio: () => socket.listener.binary(frame),
    send: (bytes = tiny) => socket.listener.binary(bytes),
  };
}
