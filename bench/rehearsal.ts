import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ajvArgumentSchemas } from '../adapters/argument-schemas/ajv.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { rehearsalParts } from '../adapters/system/rehearsal-parts.ts';
import { runSuite } from '../application/runtime/rehearsal/run-suite.ts';
import { readSuite } from '../adapters/suite-reader/read-suite.ts';
import { rehearsedAgent } from '../tools/rehearsal/rehearsed-agent.ts';
import { InstalledModels, knownProviders } from '../tools/rehearsal/rehearsal-models.ts';
import { rehearsalPrices } from '../tools/rehearsal/rehearsal-prices.ts';
import { machine, say } from './print.ts';

/**
 * `npm run bench:rehearsal -- --conversations 500 --parallel 50`: how long simulated conversations of ten turns take without
 * audio, with scripted vendors. The target: 500 in 60 s on two cores. `--busy 50`: each turn costs this many ms of
 * processor time more.
 */
const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '500' },
    parallel: { type: 'string', default: '50' },
    busy: { type: 'string', default: '0' },
  },
});
const TURNS = 10;
const [SECONDS, CONVERSATIONS] = [60, 500];

const file = join(dirname(fileURLToPath(import.meta.url)), 'rehearsal/ten-turns.suite.yaml');
const suite = readSuite(await readFile(file, 'utf8'));
const refuse = (): Promise<never> => Promise.reject(new Error('Nothing is called'));
const models = new InstalledModels({});
const argumentSchemas = ajvArgumentSchemas();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, child: () => silent };
const ports = {
  ...rehearsalParts(systemClock()),
  ...{ argumentSchemas, log: silent, models, prices: rehearsalPrices({}) },
  toolCaller: { idempotencyKey: () => null, call: refuse },
  mcpClient: { idempotencyKey: () => null, session: refuse as never, list: refuse },
};
const agent = await rehearsedAgent(
  { source: suite.agent ?? '', version: null },
  { folder: dirname(file), providers: knownProviders(), api: refuse },
);
const busyMs = Number(values.busy);
const plan = { file, suite, agent, newService: null, seed: 1, only: [], keepsInputs: false };
const onAttempt = (): void => {
  for (const until = performance.now() + busyMs * TURNS; performance.now() < until;);
};
const rehearse = (runs: number) => runSuite(ports, { ...plan, runs, parallel: Number(values.parallel), onAttempt });

say(machine());
await rehearse(5);
const cpu = process.cpuUsage();
const runs = Number(values.conversations);
const { attempts, seconds } = await rehearse(runs);
const used = process.cpuUsage(cpu);
const cpuMs = (used.user + used.system) / 1_000;
const turns = attempts.map(({ record }) => record?.turns ?? 0);
const passed = attempts.filter(({ verdict }) => verdict === 'passed').length;
const length = attempts.reduce((sum, { record }) => sum + (record?.lengthMs ?? 0), 0) / 1_000;
say(
  `${runs} conversations of ${Math.min(...turns)} to ${Math.max(...turns)} turns, ${values.parallel} at once: ${seconds.toFixed(1)} s, ` +
    `${(cpuMs / runs).toFixed(1)} ms of processor time each, ${Math.round(length / seconds)} times as fast as real time. ${passed} passed.`,
);
const projected = (seconds / runs) * CONVERSATIONS;
const isMet = projected <= SECONDS && passed === runs && Math.min(...turns) >= TURNS;
say(`${isMet ? '✓' : '✗'} ${CONVERSATIONS} of ${TURNS} turns within ${SECONDS} s: ${projected.toFixed(1)} s`);
await models.close();
if (!isMet) process.exitCode = 1;
