import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { openWebSocket, type OpenSocket, type SocketListener, type SocketRequest } from '../../lib/web-socket.ts';
import { Deferred } from '../../../application/deferred.ts';

export interface Handshake {
  /** First message to send. */
  readonly firstMessage?: string;
  /** Timeout until the vendor is ready, in ms. Default: `vendor_ready`. */
  readonly readyTimeoutMs?: number;
  /** Whether the vendor reports that it is ready. Throws a VendorFailure when it refuses. */
  isReady(message: string): boolean;
}

/** Connects and waits until the vendor is ready, so that a refusal is known before the call starts. */
export async function openWithHandshake(
  request: SocketRequest,
  { firstMessage, readyTimeoutMs = TIMEOUTS_MS.vendor_ready, isReady }: Handshake,
  listener: SocketListener,
): Promise<OpenSocket> {
  const ready = new Deferred<void>();
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
