import type { Writable } from 'node:stream';
import { systemClock } from '../../adapters/system/clock.ts';
import type { Config, Env, ServiceName } from '../config.ts';
import { ConfigError, readConfig } from '../config.ts';
import { checkAddress } from './check-address.ts';
import { checkAgents } from './check-agents.ts';
import { checkClock } from './check-clock.ts';
import { checkKeys } from './check-keys.ts';
import { checkPorts } from './check-ports.ts';
import { checkStores } from './check-stores.ts';
import { checkVendors } from './check-vendors.ts';
import { checkZones } from './check-zones.ts';
import { fault, fine, reasonOf, settingFault, type Check, type Diagnosis } from './findings.ts';

/** Prints what keeps these services from running well, and how to fix it. Answers the exit code: 1 with a fault, else 0. */
export async function runDoctor(
  env: Env,
  services: readonly ServiceName[],
  out: Pick<Writable, 'write'>,
): Promise<number> {
  let config: Config;
  try {
    config = readConfig(env, services);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    print(out, 'settings', error.problems.map(settingFault), []);
    return 1;
  }
  // Timers of clients that wait for a server keep no process alive.
  const awake = setInterval(() => undefined, 1_000);
  try {
    return await examine(config, out);
  } finally {
    clearInterval(awake);
  }
}

async function examine(config: Config, out: Pick<Writable, 'write'>): Promise<number> {
  const secrets = secretsIn(config);
  const counts = { ok: 0, warning: 0, fault: 0 };
  // The port of the runtime is tried by two checks, so that they run one after the other.
  for (const { name, run } of checksOf(config)) {
    const results = await run().catch((error: unknown) => [
      fault(`This check failed: ${reasonOf(error)}`, 'Fix what is named above first, then run it again.'),
    ]);
    for (const { state } of results) counts[state] += 1;
    print(out, name, results, secrets);
  }
  out.write(`\n${counted(counts.fault, 'fault')}, ${counted(counts.warning, 'warning')}.\n`);
  return counts.fault > 0 ? 1 : 0;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function checksOf(config: Config): readonly Check[] {
  const clock = systemClock();
  return [
    { name: 'settings', run: async () => [fine(`The settings of ${config.services.join(', ')} can be used`)] },
    { name: 'ports', run: () => checkPorts(config) },
    { name: 'keys', run: () => checkKeys(config) },
    { name: 'stores', run: () => checkStores(config, clock) },
    { name: 'agents', run: () => checkAgents(config, clock) },
    { name: 'clock', run: () => checkClock(config) },
    { name: 'time zones', run: async () => checkZones(new Date()) },
    { name: 'models', run: () => checkVendors(config, clock) },
    { name: 'address', run: () => checkAddress(config) },
  ];
}

const WIDTH = 11;

function print(
  out: Pick<Writable, 'write'>,
  name: string,
  findings: readonly Diagnosis[],
  secrets: readonly string[],
): void {
  for (const { state, text, fix } of findings) {
    const lines = [
      `${state.toUpperCase().padEnd(8)} ${name.padEnd(WIDTH)} ${text}`,
      ...(fix === null ? [] : [`${' '.repeat(WIDTH + 10)}${fix}`]),
    ];
    out.write(`${withoutSecrets(lines.join('\n'), secrets)}\n`);
  }
}

/** Whatever a message contains, no secret of the configuration is printed. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((line, secret) => line.replaceAll(secret, '****'), text);

function secretsIn({ keys, gateway, knowledge, stores, mail }: Config): string[] {
  const urls = [stores.documentsUrl, stores.objectsUrl, stores.vectorsUrl, mail.url];
  const inUrls = urls.flatMap((url) => /^[^/]+:\/\/([^@/]*)@/.exec(url)?.[1]?.split(':') ?? []);
  const all = [
    ...Object.values(keys),
    ...[gateway.apiKey, knowledge.embeddings?.apiKey, knowledge.reranking?.apiKey],
    ...gateway.upstreams.map(({ apiKey }) => apiKey),
    ...inUrls,
  ];
  return all.filter((each) => typeof each === 'string' && each.length >= SECRET_MIN) as string[];
}

/** Shorter parts of addresses are user names such as `app`, which would be masked within words. */
const SECRET_MIN = 6;
