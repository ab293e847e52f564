import { cpus, loadavg } from 'node:os';
import { againstBareHybrid } from './retrieval/hybrid-speed.ts';
import { measureQuality, tune } from './retrieval/quality.ts';
import { measureThreshold, tuneThreshold } from './retrieval/threshold.ts';
import { againstBare, againstChroma } from './retrieval/speed.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const parts = process.argv.slice(2);
const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
const publicSets = { xquad: process.env['BENCH_XQUAD'], squad: process.env['BENCH_SQUAD'] };
// The threshold is measured with fewer questions than SQuAD has.
const fewQuestions = { ...publicSets, squad: undefined };

say(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`,
);
if (parts.includes('tune'))
  await (parts.includes('threshold') ? tuneThreshold(say, fewQuestions) : tune(say, publicSets));
if (isWanted('threshold')) await measureThreshold(say, fewQuestions);
const failures = [
  ...(isWanted('quality') ? await measureQuality(say, publicSets) : []),
  ...(isWanted('chroma') ? await againstChroma(say, process.env['TEST_VECTORS_URL']) : []),
  ...(isWanted('bare') ? await againstBare(say) : []),
  ...(isWanted('hybrid') ? await againstBareHybrid(say) : []),
];
for (const failure of failures) say(`FAILED: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
