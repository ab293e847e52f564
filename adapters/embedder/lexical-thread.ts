import { Piscina } from 'piscina';
import type { Embedder, Embedders, TextComparison } from '../../application/ports/embedder.ts';
import type { Vector } from '../../application/ports/vectors.ts';
import { outage } from '../../domain/errors.ts';
import { siblingModule } from '../lib/start-worker.ts';
import { LEXICAL_MODEL } from './lexical.ts';

/** Most texts interleaved, so that a question does not wait for the end of a document. */
const AT_ONCE = 16;

/**
 * The local embedder in a thread, started on first use. Each question takes about 10 ms that would block the event
 * loop.
 */
export function lexicalThread(): Required<Embedder> & Pick<Embedders, 'close'> {
  let started: Piscina | null = null;
  let isClosed = false;

  async function run<Answer>(name: string, request: object, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    if (isClosed) throw outage('The embedder is closed');
    const answer = (await (started ??= start()).run(request, { name })) as Answer;
    signal?.throwIfAborted();
    return answer;
  }

  return {
    model: LEXICAL_MODEL,
    embed: (texts, as, signal) => run<Vector[]>('embed', { texts, as }, signal),
    compare: (question, texts) => run<TextComparison[]>('compare', { question, texts }),
    close: async () => {
      isClosed = true;
      await started?.destroy();
    },
  };
}

function start(): Piscina {
  const { url, execArgv } = siblingModule('lexical-worker', import.meta.url);
  return new Piscina({
    filename: url.href,
    execArgv,
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: AT_ONCE,
  });
}
