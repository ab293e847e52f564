import type { LanguageModel, GenerationRequest, GenerationChunk } from '../../../application/ports/language-model.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post, readText } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { serverSentEvents } from '../../lib/server-sent-events.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { ChatStreamParser } from './stream-parser.ts';

/** Maximum length of a response, in characters. */
const ANSWER_MAX = 200_000;
/** Maximum length of a response that is one JSON document. */
const WHOLE_MAX_BYTES = 1_000_000;

/** Request format and response parser of one vendor. */
export interface ChatDialect {
  readonly vendor: string;
  readonly model: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  /** Request body. Undefined fields are left out. */
  body(request: GenerationRequest): object;
  /** Whether the response to this request is one JSON document, which the parser is given like an event. */
  isWhole?(request: GenerationRequest): boolean;
  createParser(request: GenerationRequest): ChatStreamParser;
}

/**
 * An LLM over HTTP with server-sent events. Sends one request per generation. The response ends when the parser reports
 * it complete; a response over the maximum length throws a VendorFailure that is not retryable.
 */
export function streamingModel(dialect: ChatDialect): LanguageModel {
  const closed = new AbortController();
  return {
    model: dialect.model,
    async *generate(request, signal): AsyncGenerator<GenerationChunk> {
      const abandoned = new AbortController();
      let isComplete = false;
      const isStopped = (): boolean => signal.aborted || closed.signal.aborted;
      if (isStopped()) return;
      try {
        const stop = AbortSignal.any([signal, closed.signal, abandoned.signal]);
        const stream = thoughts(dialect, request, stop, () => abandoned.abort());
        for await (const thought of stream) {
          if (isStopped()) return;
          yield thought;
        }
        isComplete = true;
      } catch (failure) {
        if (!isStopped()) throw disconnection(dialect.vendor, 'answered in a way that cannot be read', failure);
      } finally {
        if (!isComplete) abandoned.abort();
      }
    },
    close: () => closed.abort(),
  };
}

async function* thoughts(
  dialect: ChatDialect,
  request: GenerationRequest,
  signal: AbortSignal,
  hangUp: () => void,
): AsyncGenerator<GenerationChunk> {
  const events = await send(dialect, request, signal);
  const parser = dialect.createParser(request);
  let length = 0;
  while (!parser.isComplete) {
    const event = await events.next();
    if (event.done) break;
    for (const thought of parser.parse(event.value)) {
      if (thought?.type === 'text') length += thought.text.length;
      if (length > ANSWER_MAX) throw tooLong(dialect.vendor);
      if (thought) yield thought;
    }
  }
  yield* parser.end();
  drainBody(events, hangUp);
}

/** The events of the response. */
async function send(
  { vendor, url, headers, network, ...dialect }: ChatDialect,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<AsyncGenerator<string, void>> {
  const isWhole = dialect.isWhole?.(request) ?? false;
  const accept = isWhole ? 'application/json' : 'text/event-stream';
  const { bytes } = await post({
    ...{ vendor, url, network, signal },
    headers: { ...headers, 'content-type': 'application/json', accept },
    body: JSON.stringify(dialect.body(request)),
  });
  return isWhole ? wholeDocument(bytes, vendor) : serverSentEvents(bytes, vendor);
}

async function* wholeDocument(bytes: AsyncIterable<Uint8Array>, vendor: string): AsyncGenerator<string, void> {
  const text = await readText(bytes, WHOLE_MAX_BYTES);
  if (Buffer.byteLength(text) >= WHOLE_MAX_BYTES) throw tooLong(vendor);
  yield text;
}

/**
 * Drains the rest of the body in the background, so that its connection can be reused. Closes the connection if that
 * takes too long.
 */
function drainBody(events: AsyncIterable<string>, hangUp: () => void): void {
  const timer = setTimeout(hangUp, TIMEOUTS_MS.llm_response_end);
  void drained(events)
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

async function drained(events: AsyncIterable<string>): Promise<void> {
  for await (const _ of events);
}

const tooLong = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} said more than anybody could listen to`, { retryable: false });
