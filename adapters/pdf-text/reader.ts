import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { aside } from '../lib/start-worker.ts';
import { EXIT_CODES, type Answer, type Outcome, type ReadingLimits, type Refusal } from './reader-messages.ts';

/**
 * A reader that has not ended itself after so many times its time gets too little of the processor, for that is all
 * which it may wait for without an end: the document is not to blame, and can be tried again.
 */
export const PATIENCE = 60;

/**
 * Has one document read by a process that was started for it and ends with it: nothing of it is left for the next one,
 * which may be another organisation's. When the signal aborts, the process is ended and the reason thrown.
 */
export async function readAside(pdf: Uint8Array, limits: ReadingLimits, signal: AbortSignal): Promise<Outcome> {
  const { url, execArgv } = aside('reader-process', import.meta.url);
  const reader = fork(fileURLToPath(url), [JSON.stringify(limits)], {
    execArgv,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timeIsUp = new AbortController();
  const timer = setTimeout(() => timeIsUp.abort(), PATIENCE * limits.ms);
  try {
    return await outcomeOf(reader, pdf, AbortSignal.any([signal, timeIsUp.signal]));
  } catch (error) {
    signal.throwIfAborted();
    return { lost: timeIsUp.signal.aborted ? new Error('The reader got too little of the processor') : error };
  } finally {
    clearTimeout(timer);
    reader.kill('SIGKILL');
  }
}

async function outcomeOf(reader: ChildProcess, pdf: Uint8Array, signal: AbortSignal): Promise<Outcome> {
  const over = new AbortController();
  const either = { signal: AbortSignal.any([signal, over.signal]) };
  try {
    const answered = once(reader, 'message', either).then(([answer]) => answer as Answer);
    const ended = once(reader, 'exit', either).then(([code, name]) => endingOf(code as number | null, name as string));
    // That it cannot be sent shows by the reader's end.
    reader.send(pdf, () => undefined);
    return await Promise.race([answered, ended]);
  } finally {
    over.abort();
  }
}

function endingOf(code: number | null, signal: string | null): Outcome {
  const known = Object.entries(EXIT_CODES).find(([, each]) => each === code);
  if (known) return { refusal: known[0] as Refusal };
  // Node itself aborts when a heap is full and there is nobody left to tell.
  if (code === 134 || signal === 'SIGABRT') return { refusal: 'memory' };
  return { lost: new Error(`The reader ended with ${signal ?? code}`) };
}
