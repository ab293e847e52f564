import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { siblingModule } from '../lib/start-worker.ts';
import { EXIT_CODES, type ReadAnswer, type ReadingLimits, type ReadRequest } from './reader-messages.ts';
import { readingTime } from './reading-time.ts';

/** Interval of limit checks. In milliseconds. */
const WATCH_MS = 20;
const MEGABYTE = 1024 * 1024;

// A process that reads one document: a thread reads, and the main thread watches it.
const limits = JSON.parse(process.argv[2] ?? '{}') as ReadingLimits;
const { url, execArgv } = siblingModule('parser-worker', import.meta.url);
const threads = new Piscina({
  filename: url.href,
  name: 'parse',
  execArgv,
  minThreads: 1,
  maxThreads: 1,
  // Half of the process's limit, because memory outside the heap counts as well.
  resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / MEGABYTE / 2) },
});

process.once('message', (request: ReadRequest) => void read(request).then((answer) => process.send?.(answer)));
// The parent process has ended.
process.once('disconnect', () => process.exit());

async function read(request: ReadRequest): Promise<ReadAnswer> {
  try {
    // Loading time does not count for the document.
    await threads.run(request.type, { name: 'load' });
    for (const thread of threads.threads) watch(thread);
    return (await threads.run({ ...request, limits })) as ReadAnswer;
  } catch (error) {
    const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return { refusal: isOutOfMemory ? 'memory' : 'unreadable' };
  }
}

/**
 * Ends this process when reading exceeds a limit. Memory outside the heap, such as inflated streams, has no limit of
 * its own, and a busy thread cannot check itself. Load of other processes does not fail a document.
 */
function watch(thread: Worker): void {
  const taken = readingTime(thread, WATCH_MS);
  setInterval(() => {
    if (process.memoryUsage.rss() > limits.memoryBytes) process.exit(EXIT_CODES.memory);
    if (taken() > limits.ms) process.exit(EXIT_CODES.time);
  }, WATCH_MS);
}
