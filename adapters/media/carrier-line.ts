import type { Clock } from '../../application/ports/clock.ts';
import type { CarrierLine } from '../../application/runtime/open-carrier-call.ts';
import { CarrierChannel } from './carrier-channel.ts';
import type { CarrierProtocol } from './protocols/carrier.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';

/** A carrier must begin its stream within this time after the socket opened. In milliseconds. */
export const START_WAIT_MS = 10_000;

/**
 * Waits for a carrier to begin its stream, and answers the line it opens. Null, with the socket closed, when the stream
 * does not begin in time, is over before it began, or is of a kind we cannot speak.
 */
export function openCarrierLine(
  socket: MediaSocket,
  protocol: CarrierProtocol,
  clock: Clock,
): Promise<CarrierLine | null> {
  return new Promise((resolve) => {
    const over = (): void => {
      cancel();
      socket.listener = { binary: () => undefined, text: () => undefined, closed: () => undefined };
      resolve(null);
    };
    const giveUp = (code: number, reason: string): void => {
      over();
      socket.close(code, reason);
    };
    const cancel = clock.after(START_WAIT_MS, () => giveUp(CLOSE.neverReady, 'The stream never began'));
    const take = (message: string | Uint8Array): void => {
      const event = protocol.decode(message);
      if (event.type === 'unsupported') return giveUp(CLOSE.unsupported, event.problem);
      if (event.type === 'stopped') return giveUp(CLOSE.done, 'The stream ended before it began');
      if (event.type !== 'start') return;
      cancel();
      resolve({ sid: event.sid, channel: new CarrierChannel(socket, protocol, event.stream, clock) });
    };
    socket.listener = { binary: take, text: take, closed: over };
  });
}
