import { parentPort, type TransferListItem } from 'node:worker_threads';

/** What a worker thread says before anything else. */
export const READY = 'ready';

/** Inside a worker thread: says that it is ready and serves orders one after the other, as they come. */
export function serveRequests(serve: (request: never) => void): void {
  parentPort!.on('message', serve as (request: unknown) => void);
  respond(READY);
}

/** Inside a worker thread: tells whoever started it. */
export function respond(message: unknown, transfer: readonly TransferListItem[] = []): void {
  parentPort!.postMessage(message, transfer);
}
