import { Piscina } from 'piscina';
import type { Embedder, Embedders } from '../../application/ports/embedder.ts';
import type { Vector } from '../../application/ports/vectors.ts';
import { outage } from '../../domain/errors.ts';
import { siblingModule } from '../lib/start-worker.ts';
import { LEXICAL_MODEL } from './lexical.ts';

/** So many questions and parts of documents are worked on in turns: a question need not wait for the end of a document. */
const AT_ONCE = 16;

/**
 * The local embedder in a thread of its own, which is started when it is first needed: ten milliseconds of work for each
 * question are not taken from those who are answered meanwhile.
 */
export function lexicalThread(): Required<Embedder> & Pick<Embedders, 'close'> {
  let started: Piscina | null = null;
  let isClosed = false;

  async function run<Answer>(name: string, asked: object, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    if (isClosed) throw outage('The embedder is closed');
    const answer = (await (started ??= start()).run(asked, { name })) as Answer;
    signal?.throwIfAborted();
    return answer;
  }

  return {
    model: LEXICAL_MODEL,
    embed: (texts, as, signal) => run<Vector[]>('embed', { texts, as }, signal),
    compare: (question, texts) => run<number[]>('compare', { question, texts }),
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
