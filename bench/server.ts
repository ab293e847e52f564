import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocketServer } from 'ws';
import { closeLocalSpeech, warmLocalSpeech } from '../adapters/providers/local/engines.ts';
import { scriptedModel } from '../adapters/providers/script/llm.ts';
import { readConfig, serviceNames } from '../bootstrap/config.ts';
import { startPlatform } from '../bootstrap/platform.ts';
import { replace } from '../bootstrap/dependencies.ts';
import { resolveKeys } from '../bootstrap/secrets.ts';
import { compileScript, type ScriptRule } from '../domain/script/script.ts';
import { watchLoop } from './loop-delay.ts';
import { DELAYS, scriptedVendors } from './scripted-vendors.ts';
import { toolModel } from './tools/model.ts';

/**
 * A server under measurement, in a process of its own: `echo`, `scripted`, `local`, `telephony` with a carrier, or
 * `runtime` alone, as the environment says. Prints its addresses as one JSON line.
 */
const kind = process.argv[2];
/** An agent that speaks most of the time: the echo sends as many frames as it gets. */
const REPLY_SECONDS = Number(process.env['BENCH_REPLY_SECONDS'] ?? 5);

watchLoop();
if (kind === 'echo') await echo();
else if (kind === 'runtime') await runtime();
else if (kind === 'telephony') await telephony();
else await platform(kind === 'scripted');

async function echo(): Promise<void> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.on('message', (bytes, binary) => socket.send(bytes, { binary })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  announce({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function platform(scripted: boolean): Promise<void> {
  const env = {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'voice-bench-')),
    API_PORT: '0',
    RUNTIME_PORT: '0',
    LOG_LEVEL: 'error',
    ...{ DEFAULT_ORG_CONCURRENCY_LIMIT: '1000', ANONYMOUS_CALLS_SHARE: '100' },
  };
  const config = readConfig(env, ['api', 'runtime']);
  const running = await startPlatform(config, await resolveKeys(config), async (container) => {
    if (scripted) await replace(container, { vendors: scriptedVendors() });
  });
  announce({ apiBaseUrl: running.apiBaseUrl, runtimeUrl: running.runtimeUrl });
}

/** The services named after the kind, in one process; only the vendors are scripted, except for scripted agents. */
async function telephony(): Promise<void> {
  const services = serviceNames.filter((name) => process.argv.slice(3).includes(name));
  const env = {
    ...process.env,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'voice-bench-')),
    LOG_LEVEL: 'error',
    DEFAULT_ORG_CONCURRENCY_LIMIT: '100',
  };
  const config = readConfig(env, services);
  const running = await startPlatform(config, await resolveKeys(config), (container) =>
    // Rules of tenants are matched in this process, so the scripted model is the real one.
    replace(container, {
      vendors: {
        ...scriptedVendors(REPLY_SECONDS),
        languageModel: async ({ rules = [], otherwise }) =>
          scriptedModel(compileScript(rules as readonly ScriptRule[], String(otherwise)), DELAYS.llm),
      },
    }),
  );
  await warmLocalSpeech();
  await closeLocalSpeech();
  const { apiBaseUrl, runtimeUrl, simulatorUrl } = running;
  announce({ apiBaseUrl, runtimeUrl, simulatorUrl });
}

async function runtime(): Promise<void> {
  const config = readConfig(process.env, ['runtime']);
  const running = await startPlatform(config, await resolveKeys(config), (container) =>
    replace(container, { vendors: scriptedVendors(REPLY_SECONDS, toolModel()) }),
  );
  // The built-in speech is not used here, so its models do not count.
  await warmLocalSpeech();
  await closeLocalSpeech();
  sweepOnSignal();
  announce({ runtimeUrl: running.runtimeUrl });
}

/** SIGUSR2 sweeps the heap: what is resident then is in use, and not only not yet given back. */
function sweepOnSignal(): void {
  setFlagsFromString('--expose-gc');
  const sweep = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => sweep());
}

function announce(addresses: object): void {
  process.stdout.write(`${JSON.stringify(addresses)}\n`);
}
