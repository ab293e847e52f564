import type { LanguageModel, ThinkRequest, Thought } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { serverSentEvents } from '../../lib/server-sent-events.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { ChatStreamParser } from './stream-parser.ts';
import { withChunkTimeouts, type ChunkTimeouts } from './chunk-timeouts.ts';

/** As long as anybody on a telephone waits for a word. */
const TIMEOUTS: ChunkTimeouts = { firstMs: 8_000, nextMs: 8_000, totalMs: 300_000 };
/** An answer longer than this is none for a caller. In characters. */
const ANSWER_MAX = 200_000;
/** A finished answer's body may take so long to end as well, for its connection to be kept. In milliseconds. */
const DRAIN_MS = 250;

/** How one vendor is asked, and how its answer is read. */
export interface ChatDialect {
  readonly vendor: string;
  readonly model: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  /** The body of the request. Undefined fields are left out. */
  body(request: ThinkRequest): object;
  createParser(request: ThinkRequest): ChatStreamParser;
}

/**
 * A language model behind an HTTP interface that streams server-sent events. Asks once for each answer, which is over when
 * its vendor says so, and fails for good at one that is longer than any caller would listen to.
 */
export function streamingModel(dialect: ChatDialect, timeouts = TIMEOUTS): LanguageModel {
  const closed = new AbortController();
  return {
    model: dialect.model,
    async *think(request, signal): AsyncGenerator<Thought> {
      const abandoned = new AbortController();
      let isComplete = false;
      const isStopped = (): boolean => signal.aborted || closed.signal.aborted;
      if (isStopped()) return;
      try {
        const stop = AbortSignal.any([signal, closed.signal, abandoned.signal]);
        const stream = thoughts(dialect, request, stop, () => abandoned.abort());
        for await (const thought of withChunkTimeouts(stream, dialect.vendor, timeouts)) {
          if (isStopped()) return;
          if (thought) yield thought;
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
  { vendor, url, headers, network, ...dialect }: ChatDialect,
  request: ThinkRequest,
  signal: AbortSignal,
  hangUp: () => void,
): AsyncGenerator<Thought | null> {
  const { bytes } = await post({
    ...{ vendor, url, network, signal },
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(dialect.body(request)),
    timeoutMs: TIMEOUTS.firstMs,
  });
  const parser = dialect.createParser(request);
  const events = serverSentEvents(bytes, vendor);
  let length = 0;
  while (!parser.isComplete) {
    const event = await events.next();
    if (event.done) break;
    for (const thought of parser.parse(event.value)) {
      if (thought?.type === 'text') length += thought.text.length;
      if (length > ANSWER_MAX) throw tooLong(vendor);
      yield thought;
    }
  }
  yield* parser.end();
  drainBody(events, hangUp);
}

/** The end of an answer that is whole is not waited for by anybody; where it does not come soon, the vendor is hung up on. */
function drainBody(events: AsyncIterable<string>, hangUp: () => void): void {
  const timer = setTimeout(hangUp, DRAIN_MS);
  void drained(events)
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

async function drained(events: AsyncIterable<string>): Promise<void> {
  for await (const _ of events);
}

const tooLong = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} said more than anybody could listen to`, { retryable: false });
