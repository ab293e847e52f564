import { cpus, loadavg } from 'node:os';
import { measureQuality } from './retrieval/quality.ts';
import { againstBare, againstChroma } from './retrieval/speed.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`,
);
await measureQuality(say);
await againstChroma(say, process.env['TEST_VECTORS_URL']);
await againstBare(say);
