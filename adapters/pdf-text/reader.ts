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
} from './reader-messages.ts';

/**
 * A reader that has not ended itself after so many times its time gets too little of the processor, for that is all
 * which it may wait for without an end: the document is not to blame, and can be tried again.
 */
export const STARVATION_FACTOR = 60;

/**
 * Has one document read by a process that was started for it and ends with it: nothing of it is left for the next one,
 * which may be another organisation's. When the signal aborts, the process is ended and the reason thrown.
 */
export async function readInProcess(pdf: Uint8Array, limits: ReadingLimits, signal: AbortSignal): Promise<ReadOutcome> {
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
    return await outcomeOf(reader, pdf, AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    signal.throwIfAborted();
    return { lost: timeout.signal.aborted ? new Error('The reader got too little of the processor') : error };
  } finally {
    clearTimeout(timer);
    reader.kill('SIGKILL');
  }
}

async function outcomeOf(reader: ChildProcess, pdf: Uint8Array, signal: AbortSignal): Promise<ReadOutcome> {
  const over = new AbortController();
  const either = { signal: AbortSignal.any([signal, over.signal]) };
  try {
    const answered = once(reader, 'message', either).then(([answer]) => answer as ReadAnswer);
    const ended = once(reader, 'exit', either).then(([code, name]) => endingOf(code as number | null, name as string));
    // That it cannot be sent shows by the reader's end.
    reader.send(pdf, () => undefined);
    return await Promise.race([answered, ended]);
  } finally {
    over.abort();
  }
}

function endingOf(code: number | null, signal: string | null): ReadOutcome {
  const known = Object.entries(EXIT_CODES).find(([, each]) => each === code);
  if (known) return { refusal: known[0] as ReadRefusal };
  // Node itself aborts when a heap is full and there is nobody left to tell.
  if (code === 134 || signal === 'SIGABRT') return { refusal: 'memory' };
  return { lost: new Error(`The reader ended with ${signal ?? code}`) };
}
