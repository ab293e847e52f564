import { answered, api } from '../../../api.ts';
import { chunksOf } from '../../../parts/chunks-of.ts';

/** Bytes buffered before they are moved into a Blob. */
const FOLDED = 8_000_000;

interface FetchOptions {
  /** Hears how much is here, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The recording of a call. It may be long: what has arrived is folded away, so that it is not all in memory. */
export async function fetchRecording(callId: string, { onProgress, signal }: FetchOptions): Promise<Blob> {
  const params = { path: { call_id: callId } };
  const request = api.GET('/api/v1/calls/{call_id}/recording', { params, parseAs: 'stream', signal });
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
  for await (const part of chunksOf(stream as ReadableStream<Uint8Array<ArrayBuffer>>)) {
    parts.push(part);
    waiting += part.length;
    if (size > 0) onProgress(Math.min(1, (whole.size + waiting) / size));
    if (waiting >= FOLDED) fold();
  }
  fold();
  return whole;
}
