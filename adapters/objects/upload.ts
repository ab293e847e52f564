import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { rejectAfter } from '../lib/timeout.ts';

const LONGEST_REFUSAL = 4_096;

/** The server refused an upload. */
class UploadRefused extends Error {
  readonly code: string;

  constructor(status: number, code: string) {
    super(`The server answered ${status} ${code}`);
    this.name = 'Refusal';
    this.code = code;
  }
}

/**
 * Streams the bytes and resolves when the server has stored them. `own` marks connection failures, in contrast to
 * failures of the source. On any failure the request is destroyed before the server has everything.
 */
export async function upload(
  request: ClientRequest,
  bytes: AsyncIterable<Uint8Array>,
  timeoutMs: number,
  own: <T>(work: Promise<T>) => Promise<T>,
): Promise<void> {
  const answer = answerTo(request);
  let early = false;
  void answer.then(
    () => (early = true),
    () => (early = true),
  );
  try {
    for await (const part of bytes) {
      if (early) break;
      if (!request.write(part)) await own(rejectAfter(timeoutMs, Promise.race([once(request, 'drain'), answer])));
    }
    request.end();
    await own(rejectAfter(timeoutMs, answer.then(accepted)));
  } finally {
    request.destroy();
  }
}

const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    // A destroyed request may emit several errors.
    request.on('error', reject);
  });

async function accepted(response: IncomingMessage): Promise<void> {
  if (response.statusCode === 200) return;
  let text = '';
  for await (const part of response) {
    text += String(part);
    if (text.length > LONGEST_REFUSAL) break;
  }
  throw new UploadRefused(response.statusCode ?? 0, /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '');
}
