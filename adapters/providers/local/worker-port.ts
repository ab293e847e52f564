import { parentPort, type TransferListItem } from 'node:worker_threads';

/** The first message of a worker thread. */
export const READY = 'ready';

/** Inside a worker thread: reports readiness and handles requests one by one. */
export function serveRequests(serve: (request: never) => void): void {
  parentPort!.on('message', serve as (request: unknown) => void);
  respond(READY);
}

/** Inside a worker thread: sends a response. */
export function respond(message: unknown, transfer: readonly TransferListItem[] = []): void {
  parentPort!.postMessage(message, transfer);
}
