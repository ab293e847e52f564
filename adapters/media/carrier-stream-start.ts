import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { CarrierMediaSession, FailedMediaStart } from '../../application/runtime/open-carrier-call.ts';
import { CarrierChannel, type CarrierLimits } from './carrier-channel.ts';
import type { AudioDecoder } from './codecs/audio-decoder.ts';
import { openAudioDecoder } from './codecs/open-audio-decoder.ts';
import type { CarrierEvent, CarrierProtocol } from './protocols/carrier.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';
import { StreamAllowance } from './stream-limits.ts';

type Start = Extract<CarrierEvent, { readonly type: 'start' }>;

/**
 * Waits for a carrier to start its media stream. Resolves with the media session, or with why it failed and the socket
 * closed: the stream does not start in time, ends before it starts, or has an unsupported format. `onExceeded` receives
 * why a carrier was cut off that sends too much, before or after the start.
 */
export function openCarrierStream(
  socket: MediaSocket,
  protocol: CarrierProtocol,
  clock: Clock,
  { bursts, onExceeded }: Pick<CarrierLimits, 'bursts' | 'onExceeded'>,
): Promise<CarrierMediaSession | FailedMediaStart> {
  const limits = { bursts, allowance: new StreamAllowance(clock), onExceeded };
  return new Promise((resolve) => {
    let isWaiting = true;
    const fail = (problem: string): void => {
      isWaiting = false;
      cancel();
      socket.listener = { binary: () => undefined, text: () => undefined, closed: () => undefined };
      resolve({ problem });
    };
    const refuse = (code: number, problem: string): void => {
      fail(problem);
      socket.close(code, problem);
    };
    const cancel = clock.after(TIMEOUTS_MS.media_start, () =>
      refuse(CLOSE.neverReady, 'The media stream did not start'),
    );
    const opened = ({ sid, stream }: Start, decoder: AudioDecoder): void => {
      if (!isWaiting) return decoder.close();
      cancel();
      resolve({ sid, channel: new CarrierChannel(socket, { protocol, stream, decoder }, limits, clock) });
    };
    let hasStarted = false;
    const begin = (start: Start): void => {
      if (hasStarted) return;
      hasStarted = true;
      // Audio that arrives while the codec loads is dropped.
      const encoding = start.stream.inboundEncoding;
      openAudioDecoder(encoding).then(
        (decoder) => opened(start, decoder),
        () => refuse(CLOSE.failed, `The decoder of the stream (${encoding}) could not be loaded`),
      );
    };
    const read = (message: string | Uint8Array): void => {
      const excess = limits.allowance.excess(message.length);
      if (excess !== null) onExceeded(excess);
      if (excess !== null) return refuse(CLOSE.tooMany, excess);
      const event = protocol.decode(message);
      if (event.type === 'unsupported') return refuse(CLOSE.unsupported, event.problem);
      if (event.type === 'stopped') return refuse(CLOSE.done, 'The media stream ended before its start');
      if (event.type === 'start') begin(event);
    };
    const closed = (): void => fail('The carrier closed the stream before its start');
    socket.listener = { binary: read, text: read, closed };
  });
}
