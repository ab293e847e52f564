import { unpdfText } from '../adapters/pdf-text/unpdf.ts';
import { readConfig } from '../bootstrap/config.ts';
import { endOf, hostilePdfs, type Ending } from '../tests/support/hostile-pdfs.ts';
import { besideHostile } from './hostile-beside.ts';

const COUNT = 200;
const MOST_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Reads 200 hostile PDFs, one after the other, and tells how they ended and how long the slowest took; then gives them
// to an API, and tells how long its other answers took while they were read.
const reader = unpdfText(readConfig({}, ['api']).knowledge.reading);
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
const { quietP99, busyP99, read, waiting } = await besideHostile(pdfs);
say(
  `99 % of requests: ${quietP99.toFixed(1)} ms, and ${busyP99.toFixed(1)} ms while ${read} were read (${waiting} or more still waited)`,
);

/** What is wrong with the reader, and not with the document. */
function lost(error: unknown): Ending {
  return { refusal: `lost: ${String(error)}`, ms: 0 };
}
