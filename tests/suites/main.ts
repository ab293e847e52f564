import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { buildProduct, IS_BUILT } from '../support/programs.ts';
import { runSuite } from './run.ts';
import { SUITES, type SuiteName } from './suites.ts';

const USAGE = `${Object.keys(SUITES).join('|')} [words of paths …] [--runs N] [--pressure]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' }, pressure: { type: 'boolean', default: false } },
});
const [suite = 'quick', ...words] = positionals;
if (!(suite in SUITES)) throw new Error(USAGE);
const runs = Number(values.runs);
if (suite !== 'quick') {
  // Once, and not by each of the processes that need it.
  await buildProduct();
  process.env[IS_BUILT] = '1';
}

/** How often each test failed. */
const failures = new Map<string, number>();
for (let run = 1; run <= runs; run += 1) {
  const isPressed = values.pressure && run % 2 === 0;
  if (runs > 1) print(`\nRun ${run} of ${runs}${isPressed ? ', under CPU pressure' : ''}`);
  const release = isPressed ? press() : () => undefined;
  for (const title of await runSuite(suite as SuiteName, words)) failures.set(title, (failures.get(title) ?? 0) + 1);
  await release();
}
if (runs > 1) {
  print(`\nTests that failed in ${runs} runs: ${failures.size}`);
  for (const [title, count] of failures) print(`  ${count} of ${runs}: ${title}`);
}
process.exitCode = failures.size > 0 ? 1 : 0;

/** Keeps every core busy until it is released. */
function press(): () => Promise<unknown> {
  const busy = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  return () => Promise.all(busy.map((worker) => worker.terminate()));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
