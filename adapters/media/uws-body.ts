import type { HttpResponse } from 'uWebSockets.js';
import { LIMITS, OVERSIZED, type PlainReply } from './server.ts';

/** A request that arrived whole, or the reply to one that will not be listened to. */
type BodyResult = ({ readonly body: Uint8Array } | { readonly reply: PlainReply }) & {
  /** Whether nobody waits for the reply any more. */
  isGone(): boolean;
};

/** Reads a request's body as far as it is wanted; `gone` when its sender left, or takes longer than anybody may. */
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
      // The chunk is the library's own as soon as this returns.
      chunks.push(new Uint8Array(chunk.slice(0)));
      if (!isLast) return;
      clearTimeout(overdue);
      resolve({ body: Buffer.concat(chunks), isGone });
    });
  });
}
