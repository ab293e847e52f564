import { sandboxedReader } from '../adapters/document-text/sandboxed.ts';
import { readConfig } from '../bootstrap/config.ts';
import { endOf, hostilePdfs, type ReadingResult } from '../tests/adapters/document-parsers/hostile-pdfs.ts';
import { besideHostile } from './hostile-beside.ts';
import { percentile } from './statistics.ts';

const COUNT = 200;
const MOST_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Reads 200 hostile PDFs, one after the other, and tells how they ended and how long the slowest took; then gives them
// to an API, and tells how long its other answers took while they were read.
const reader = sandboxedReader(readConfig({}, ['api']).knowledge.reading);
const endings = new Map<string, number>();
let slowestMs = 0;
let unclean = 0;
const pdfs = await hostilePdfs(COUNT);
for (const pdf of pdfs) {
  const { refusal, ms } = await endOf(reader, pdf).catch(lost);
  const ending = refusal ?? 'read';
  if (!/^read$|^[A-Z].+\.$/.test(ending)) unclean += 1;
  endings.set(ending, (endings.get(ending) ?? 0) + 1);
  slowestMs = Math.max(slowestMs, ms);
}
await reader.close();
for (const [ending, count] of endings) say(`${String(count).padStart(4)}  ${ending}`);
say(`slowest: ${Math.round(slowestMs)} ms; at most ${MOST_MS} ms are allowed`);
say(`neither read nor refused with a sentence: ${unclean}; none is allowed`);
process.exitCode = slowestMs > MOST_MS || unclean > 0 ? 1 : 0;
const { api, bare, read, waiting } = await besideHostile(pdfs);
say(`while ${read} were read (${waiting} or more still waited), 99 % of requests took`);
for (const [name, rounds] of Object.entries({ 'the API': api, 'a bare server': bare })) {
  const [quiet, busy] = (['quiet', 'busy'] as const).map((when) => rounds.map((round) => round[when]));
  const ratio = rounds.map((round) => round.busy / round.quiet);
  say(`  ${name}: ${middle(quiet)} ms before, ${middle(busy)} ms during that time; ratio ${middle(ratio)}`);
}

/** The median, the least and the most. */
function middle(values: readonly number[] = []): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${percentile(values, 0.5).toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`;
}

/** What is wrong with the reader, and not with the document. */
function lost(error: unknown): ReadingResult {
  return { refusal: `lost: ${String(error)}`, ms: 0 };
}
