import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { SuiteReader } from '../../application/ports/suite-reader.ts';
import { invalid } from '../../domain/errors.ts';
import { siblingModule } from '../lib/start-worker.ts';
import type { SuiteReading } from './suite-worker.ts';

/** Longest reading of a text, in milliseconds. A second is much, but a thread of low priority has little of a busy machine. */
const READING_MAX_MS = 60_000;

/** The thread of this process, started on first use. It does not keep it alive. */
let thread: Piscina | null = null;

/**
 * Reads suites in a thread of low priority, one after the other: texts of tenants take up to a second to parse. The thread ends,
 * and another one reads the next text, when one exceeds the limit, which begins when it is read.
 */
export function suiteThread(limit = () => AbortSignal.timeout(READING_MAX_MS)): SuiteReader {
  const inTurn = pLimit(1);
  return (text) =>
    inTurn(async () => {
      const reading = await readWithin(text, limit());
      if ('problems' in reading) throw invalid(reading.problems);
      return reading.suite;
    });
}

async function readWithin(text: string, signal: AbortSignal): Promise<SuiteReading> {
  try {
    return (await (thread ??= start()).run(text, { name: 'read', signal })) as SuiteReading;
  } catch (error) {
    if (signal.aborted) throw invalid('The text takes too long to read: make it shorter', { cause: error });
    throw error;
  }
}

function start(): Piscina {
  const { url, execArgv } = siblingModule('suite-worker', import.meta.url);
  return new Piscina({ filename: url.href, execArgv, minThreads: 1, maxThreads: 1, idleTimeout: Infinity });
}
