import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { siblingModule } from '../lib/start-worker.ts';
import {
  EXIT_CODES,
  type ReadAnswer,
  type ReadOutcome,
  type ReadingLimits,
  type ReadRefusal,
  type ReadRequest,
} from './reader-messages.ts';

/**
 * A reader still running after this multiple of its time limit is starved of processor time. The document is not at
 * fault and can be retried.
 */
export const STARVATION_FACTOR = 60;

/**
 * Reads one document in a process of its own, so that no data remains for the next document, which may belong to
 * another organisation. When the signal aborts, ends the process and throws the reason.
 */
export async function readInProcess(
  request: ReadRequest,
  limits: ReadingLimits,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { url, execArgv } = siblingModule('reader-process', import.meta.url);
  const reader = fork(fileURLToPath(url), [JSON.stringify(limits)], {
    execArgv,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), STARVATION_FACTOR * limits.ms);
  try {
    return await outcomeOf(reader, request, AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    signal.throwIfAborted();
    return { lost: timeout.signal.aborted ? new Error('The reader got too little of the processor') : error };
  } finally {
    clearTimeout(timer);
    reader.kill('SIGKILL');
  }
}

async function outcomeOf(reader: ChildProcess, request: ReadRequest, signal: AbortSignal): Promise<ReadOutcome> {
  const over = new AbortController();
  const either = { signal: AbortSignal.any([signal, over.signal]) };
  try {
    const answered = once(reader, 'message', either).then(([answer]) => answer as ReadAnswer);
    const ended = once(reader, 'exit', either).then(([code, name]) => endingOf(code as number | null, name as string));
    // A failure to send shows when the reader exits.
    reader.send(request, () => undefined);
    return await Promise.race([answered, ended]);
  } finally {
    over.abort();
  }
}

function endingOf(code: number | null, signal: string | null): ReadOutcome {
  const known = Object.entries(EXIT_CODES).find(([, each]) => each === code);
  if (known) return { refusal: known[0] as ReadRefusal };
  // Node aborts when the heap is full, before the reader can respond.
  if (code === 134 || signal === 'SIGABRT') return { refusal: 'memory' };
  return { lost: new Error(`The reader ended with ${signal ?? code}`) };
}
