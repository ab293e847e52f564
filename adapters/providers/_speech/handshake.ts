import { disconnection } from '../../lib/vendor-failures.ts';
import { openWebSocket, type OpenSocket, type SocketListener, type SocketRequest } from '../../lib/web-socket.ts';
import { deferred } from './deferred.ts';

/** The vendor must be ready within this, unless it is known to take longer. In milliseconds. */
const READY_TIMEOUT_MS = 5_000;

export interface Handshake {
  /** What is said first. */
  readonly firstMessage?: string;
  /** How long the vendor may take until it listens, in milliseconds; five seconds when it is left out. */
  readonly readyTimeoutMs?: number;
  /** Whether the vendor says that it listens. Throws a VendorFailure when it refuses. */
  isReady(message: string): boolean;
}

/** Connects to a vendor that says when it is ready, so that one who refuses only then is known before the call begins. */
export async function openWithHandshake(
  request: SocketRequest,
  { firstMessage, readyTimeoutMs = READY_TIMEOUT_MS, isReady }: Handshake,
  listener: SocketListener,
): Promise<OpenSocket> {
  const ready = deferred<void>();
  let isOpen = false;
  const onHandshakeMessage = (message: string): void => {
    try {
      if (isReady(message)) ready.resolve();
    } catch (refused) {
      ready.reject(refused);
    }
  };
  ready.promise.then(
    () => (isOpen = true),
    () => undefined,
  );
  const socket = await openWebSocket(request, {
    message: (text) => (isOpen ? listener.message(text) : onHandshakeMessage(text)),
    alive: () => listener.alive?.(),
    closed: (failure) => (isOpen ? listener.closed(failure) : ready.reject(failure)),
  });
  const timer = setTimeout(() => ready.reject(disconnection(request.vendor, 'does not answer')), readyTimeoutMs);
  try {
    if (firstMessage !== undefined) socket.send(firstMessage);
    await ready.promise;
    return socket;
  } catch (failure) {
    socket.close();
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}
