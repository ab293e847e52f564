import { Piscina } from 'piscina';
import type { SuiteReader } from '../../application/ports/suite-reader.ts';
import { invalid } from '../../domain/errors.ts';
import { siblingModule } from '../lib/start-worker.ts';
import type { SuiteReading } from './suite-worker.ts';

/** The thread of this process, started on first use. It does not keep it alive. */
let thread: Piscina | null = null;

/** Reads suites in a thread of low priority, one after the other: texts of tenants take up to a second to parse. */
export const suiteThread: SuiteReader = async (text) => {
  const reading = (await (thread ??= start()).run(text, { name: 'read' })) as SuiteReading;
  if ('problems' in reading) throw invalid(reading.problems);
  return reading.suite;
};

function start(): Piscina {
  const { url, execArgv } = siblingModule('suite-worker', import.meta.url);
  return new Piscina({ filename: url.href, execArgv, minThreads: 1, maxThreads: 1, idleTimeout: Infinity });
}
