import { answered, unreachable } from '../../api.ts';
import { chunksOf } from '../chunks-of.ts';

/** Bytes buffered before they are moved into a Blob. */
const FOLDED = 8_000_000;

/** A request of the API's client for a stream. */
type StreamRequest = Parameters<typeof answered<unknown>>[0];

/**
 * A recording that this request asks for. It may be long: what has arrived is folded away, so that it is not all in
 * memory. Reports how much is here, from 0 to 1.
 */
export async function fetchRecording(request: StreamRequest, onProgress: (share: number) => void): Promise<Blob> {
  const [stream, { response }] = await Promise.all([answered(request), request]);
  const size = Number(response.headers.get('content-length'));
  let whole = new Blob([]);
  let parts: BlobPart[] = [];
  let waiting = 0;
  const fold = (): void => {
    whole = new Blob([whole, ...parts]);
    parts = [];
    waiting = 0;
  };
  try {
    for await (const part of chunksOf(stream as ReadableStream<Uint8Array<ArrayBuffer>>)) {
      parts.push(part);
      waiting += part.length;
      if (size > 0) onProgress(Math.min(1, (whole.size + waiting) / size));
      if (waiting >= FOLDED) fold();
    }
  } catch (error) {
    throw unreachable(error);
  }
  fold();
  return whole;
}
