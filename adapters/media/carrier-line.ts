import type { Clock } from '../../application/ports/clock.ts';
import type { CarrierLine, NoLine } from '../../application/runtime/open-carrier-call.ts';
import { CarrierChannel } from './carrier-channel.ts';
import type { HeardAudio } from './codecs/heard-audio.ts';
import { openHeardAudio } from './codecs/open-heard-audio.ts';
import type { CarrierEvent, CarrierProtocol } from './protocols/carrier.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';
import { StreamAllowance } from './stream-limits.ts';

/** A carrier must begin its stream within this time after the socket opened. In milliseconds. */
export const START_WAIT_MS = 10_000;

type Start = Extract<CarrierEvent, { readonly type: 'start' }>;

/**
 * Waits for a carrier to begin its stream, and answers the line it opens. Otherwise answers why there is none, with the
 * socket closed: the stream does not begin in time, is over before it began, or is of a kind we cannot speak. `exceeded`
 * is told why a carrier was cut off that sends too much, before or after its stream began.
 */
export function openCarrierLine(
  socket: MediaSocket,
  protocol: CarrierProtocol,
  clock: Clock,
  exceeded: (why: string) => void,
): Promise<CarrierLine | NoLine> {
  const limits = { allowance: new StreamAllowance(clock), exceeded };
  return new Promise((resolve) => {
    let isWaiting = true;
    const over = (problem: string): void => {
      isWaiting = false;
      cancel();
      socket.listener = { binary: () => undefined, text: () => undefined, closed: () => undefined };
      resolve({ problem });
    };
    const giveUp = (code: number, problem: string): void => {
      over(problem);
      socket.close(code, problem);
    };
    const cancel = clock.after(START_WAIT_MS, () => giveUp(CLOSE.neverReady, 'The stream never began'));
    const opened = ({ sid, stream }: Start, heard: HeardAudio): void => {
      if (!isWaiting) return heard.close();
      cancel();
      resolve({ sid, channel: new CarrierChannel(socket, { protocol, stream, heard }, limits, clock) });
    };
    let hasBegun = false;
    const begin = (start: Start): void => {
      if (hasBegun) return;
      hasBegun = true;
      // What comes while the codec loads is left out: nobody listens to the line yet.
      openHeardAudio(start.stream.heard).then(
        (heard) => opened(start, heard),
        () => giveUp(CLOSE.failed, `The decoder of the line (${start.stream.heard}) could not be loaded`),
      );
    };
    const take = (message: string | Uint8Array): void => {
      const excess = limits.allowance.excess(message.length);
      if (excess !== null) {
        exceeded(excess);
        return giveUp(CLOSE.tooMany, excess);
      }
      const event = protocol.decode(message);
      if (event.type === 'unsupported') return giveUp(CLOSE.unsupported, event.problem);
      if (event.type === 'stopped') return giveUp(CLOSE.done, 'The stream ended before it began');
      if (event.type === 'start') begin(event);
    };
    socket.listener = { binary: take, text: take, closed: () => over('The carrier closed the stream before it began') };
  });
}
