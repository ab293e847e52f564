import type { LanguageModel, ThinkRequest, Thought } from '../../../application/ports/language-model.ts';
import { post } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { serverSentEvents } from '../../lib/server-sent-events.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { Answer } from './answer.ts';
import { timely, type Patience } from './timely.ts';

/** As long as anybody on a telephone waits for a word. */
const PATIENCE: Patience = { firstMs: 8_000, nextMs: 8_000 };

/** How one vendor is asked, and how its answer is read. */
export interface ChatDialect {
  readonly vendor: string;
  readonly model: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  /** The body of the request. Undefined fields are left out. */
  body(request: ThinkRequest): object;
  answer(request: ThinkRequest): Answer;
}

/** A language model behind an HTTP interface that streams server-sent events. Asks once for each thought. */
export function streamingModel(dialect: ChatDialect, patience = PATIENCE): LanguageModel {
  const closed = new AbortController();
  return {
    model: dialect.model,
    async *think(request, signal): AsyncGenerator<Thought> {
      const over = new AbortController();
      const isStopped = (): boolean => signal.aborted || closed.signal.aborted;
      if (isStopped()) return;
      try {
        const stop = AbortSignal.any([signal, closed.signal, over.signal]);
        for await (const thought of timely(thoughts(dialect, request, stop), dialect.vendor, patience)) {
          if (isStopped()) return;
          if (thought) yield thought;
        }
      } catch (failure) {
        if (!isStopped()) throw disconnection(dialect.vendor, 'answered in a way that cannot be read', failure);
      } finally {
        over.abort();
      }
    },
    close: () => closed.abort(),
  };
}

async function* thoughts(
  { vendor, url, headers, network, ...dialect }: ChatDialect,
  request: ThinkRequest,
  signal: AbortSignal,
): AsyncGenerator<Thought | null> {
  const { bytes } = await post({
    ...{ vendor, url, network, signal },
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(dialect.body(request)),
    patienceMs: PATIENCE.firstMs,
  });
  const answer = dialect.answer(request);
  for await (const event of serverSentEvents(bytes)) yield* answer.take(event);
  yield* answer.end();
}
