import type { IncomingMessage } from 'node:http';
import { GatewayRefusal } from './openai-errors.ts';

/** All bodies that are held at once, so that they could be sent again. In bytes. */
const BUFFERED_BYTES_MAX = 256 * 1_048_576;

/** Holds the bodies of requests as long as they are being answered, up to a size for each and one for all. */
export class Bodies {
  #bufferedBytes = 0;

  /** The whole body. Refuses one that is larger than this, or that is too much now. */
  async read(request: IncomingMessage, mostBytes: number, over: AbortSignal): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
    const parts: Buffer[] = [];
    let length = 0;
    over.addEventListener('abort', () => (this.#bufferedBytes -= length), { once: true });
    for await (const part of arriving(request)) {
      length += part.length;
      this.#bufferedBytes += part.length;
      if (length > mostBytes) throw tooLarge(mostBytes);
      if (this.#bufferedBytes > BUFFERED_BYTES_MAX) throw tooMuch();
      parts.push(part);
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }
}

/** The body as it arrives. A refused body is drained by the code that refuses it. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new GatewayRefusal(400, 'body_incomplete', 'The body broke off');
  }
}

const tooLarge = (mostBytes: number): GatewayRefusal =>
  new GatewayRefusal(413, 'body_too_large', `The body must not be larger than ${mostBytes} bytes`);

const tooMuch = (): GatewayRefusal =>
  new GatewayRefusal(503, 'too_busy', 'The gateway holds as many requests as it can', {
    headers: { 'retry-after': '1' },
  });
