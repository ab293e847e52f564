import type { HttpResponse } from 'uWebSockets.js';
import { LIMITS, OVERSIZED, type PlainReply } from './server.ts';

/** A complete request body, or the reply to a request that is refused. */
type BodyResult = ({ readonly body: Uint8Array } | { readonly reply: PlainReply }) & {
  /** Whether the client has disconnected. */
  isGone(): boolean;
};

/** Reads a request body up to the limit. `gone` if the client disconnected or exceeded the time limit. */
export function bodyOf(response: HttpResponse): Promise<BodyResult | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let hasLeft = false;
    const isGone = (): boolean => hasLeft;
    const overdue = setTimeout(() => response.close(), LIMITS.requestMs).unref();
    response.onAborted(() => {
      hasLeft = true;
      clearTimeout(overdue);
      resolve('gone');
    });
    response.onData((chunk, isLast) => {
      size += chunk.byteLength;
      if (size > LIMITS.bodyBytes) {
        clearTimeout(overdue);
        return resolve({ reply: OVERSIZED, isGone });
      }
      // The library reuses the chunk after this callback.
      chunks.push(new Uint8Array(chunk.slice(0)));
      if (!isLast) return;
      clearTimeout(overdue);
      resolve({ body: Buffer.concat(chunks), isGone });
    });
  });
}
