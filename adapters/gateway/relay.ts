import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { UpstreamFailure, type Headers, type UpstreamAnswer } from '../../application/ports/upstreams.ts';
import { errorBody, GatewayRefusal } from './openai-errors.ts';

/** An answer to relay: a server's or one of our own. */
export type RelayedAnswer = Pick<UpstreamAnswer, 'status' | 'headers' | 'body'>;

const isJson = ({ 'content-type': type = '' }: Headers): boolean => /^application\/([\w.-]+\+)?json\b/i.test(type);

/** Passes the answer through, unless it is an error in a format OpenAI clients cannot read. */
export function asOpenAiResponse(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status < 400 || isJson(answer.headers)) return answer;
  answer.discard();
  throw new GatewayRefusal(answer.status, 'upstream_error', `The model server answered ${answer.status}`);
}

/**
 * Relays an answer as it arrives, with backpressure. An answer that fails midway ends with an error event in an event
 * stream, otherwise by closing the connection. Answers the failure, if any.
 */
export async function relay(
  answer: RelayedAnswer,
  response: ServerResponse,
  over: AbortSignal,
): Promise<UpstreamFailure | null> {
  response.writeHead(answer.status, { ...answer.headers });
  response.flushHeaders();
  try {
    for await (const chunk of answer.body) {
      if (over.aborted) return null;
      await writeWithBackpressure(response, chunk);
    }
    response.end();
    return null;
  } catch (failure) {
    if (over.aborted) return null;
    if (!(failure instanceof UpstreamFailure)) throw failure;
    if (/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '')) response.end(lastEvent(failure));
    else response.destroy();
    return failure;
  }
}

/** Writes, and resolves when the stream accepts more data or closes. */
export async function writeWithBackpressure(stream: Writable, chunk: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(chunk)) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
    .catch(() => undefined)
    .finally(() => settled.abort());
}

const lastEvent = ({ fault, message }: UpstreamFailure): string =>
  `\n\ndata: ${errorBody(new GatewayRefusal(502, `upstream_${fault}`, message))}\n\n`;
