import { cpus, loadavg } from 'node:os';
import { measureQuality } from './retrieval/quality.ts';
import { againstBare, againstChroma } from './retrieval/speed.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`,
);
const failures = [
  await measureQuality(say),
  await againstChroma(say, process.env['TEST_VECTORS_URL']),
  await againstBare(say),
].flat();
for (const failure of failures) say(`FAILED: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
