import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/support/free-port.ts';
import { ApiClient } from '../tools/demo/api-client.ts';
import { CarrierLeg, EchoLeg } from './carrier-leg.ts';
import { startServer, stop, type BenchServer } from './child.ts';
import { frameLateness } from './frame-lateness.ts';
import { paced } from './http-load.ts';
import { startBareExpress } from './measured-server.ts';
import { machine, say, table, wait } from './print.ts';
import { percentile, spread } from './statistics.ts';
import { INTERNAL_API_KEY, telephoneFixtureOf, type FixtureAddresses } from './telephone-fixture.ts';
import { metronome, times } from './telephone-runtime.ts';
import type { Orders, Tally } from './tenants/attacker.ts';

const TENANTS = 10;
const CALLS = 20;
/** Other tenants, who use the API as a console does: about three requests a second each. */
const GUESTS = 10;
/** Quiet and besieged turns, one after the other: what else the machine does meets both. */
const ROUNDS = 6;
const REQUESTS = 600;
const EVERY_MS = 30;
/** How long the attack lasts before a turn of it counts, and how long the platform rests after it. In milliseconds. */
const ONSET_MS = 3_000;
const REST_MS = 5_000;
/** How far ahead the runtime writes on the carrier's streams. In milliseconds. */
const LEAD_MS = 200;
const [attackEveryMs = 100] = process.argv.slice(2).filter(isNumeric).map(Number);
/** With the word `together`, in one process, as `npm start` without words starts it; else as compose.yaml starts it. */
const PROCESSES = process.argv.includes('together')
  ? [['api', 'runtime', 'simulator']]
  : [['api', 'simulator'], ['runtime']];

/** What the others met in some seconds, everything in milliseconds. */
interface Samples {
  readonly api: readonly number[];
  readonly bare: readonly number[];
  readonly calls: readonly number[];
  readonly echo: readonly number[];
}

interface Round {
  readonly quiet: Samples;
  readonly busy: Samples;
}

// Ten tenants do all they can to a whole platform. Another tenant of it talks at twenty telephones, and
// ten more ask the API every 30 ms; a bare echo and a bare server beside it show what is the machine's doing.
say(machine());
const servers = await platform();
const fixture = await telephoneFixtureOf(servers.addresses);
const guests = await times(GUESTS, () => guest());
const echo = await startServer<{ url: string }>('echo');
const bare = await startBareExpress('0,1');
const echoLegs = await times(CALLS, () => EchoLeg.open(echo.addresses.url, metronome));
const legs = await times(CALLS, async () => CarrierLeg.open(await fixture.ring(), metronome));

await measured();
const attackers = await besiege();
// What measures must not wait for what is measured. Children inherit a priority, so it is raised after they have started.
setPriority(Math.max(getPriority() - 5, -20));
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const quiet = await measured();
  attackers.begin();
  await wait(ONSET_MS);
  rounds.push({ quiet, busy: await measured() });
  await attackers.pause();
  await wait(REST_MS);
  reportRound(round, rounds[round]!);
}
report(await attackers.pause());
for (const leg of echoLegs) leg.close();
await Promise.all(legs.map((leg) => leg.hangUp()));
await Promise.all([...servers.all.map((server) => server.stop()), echo.stop(), stop(bare.child)]);
process.exit(0);

async function platform() {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const [runtimeUrl, apiUrl, simulatorUrl] = ports.map((port) => `http://127.0.0.1:${port}`);
  const env = {
    RUNTIME_PORT: String(ports[0]),
    API_PORT: String(ports[1]),
    SIMULATOR_PORT: String(ports[2]),
    VOICE_SERVER_BASE_URL: runtimeUrl ?? '',
    TRUST_PROXY: '1',
    API_BASE_URL: `${apiUrl}/api/v1`,
    SIMULATOR_URL: simulatorUrl ?? '',
    INTERNAL_API_KEY,
    PROVIDER_AUTH_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
  };
  const all: BenchServer<Partial<FixtureAddresses>>[] = [];
  for (const services of PROCESSES) all.push(await startServer('telephony', { words: services, env }));
  const addresses = Object.assign({}, ...all.map((server) => server.addresses)) as FixtureAddresses;
  return { all, addresses };
}

async function measured(): Promise<Samples> {
  const from = performance.now();
  for (const leg of echoLegs) leg.lateness.length = 0;
  const [api, bares] = await Promise.all([
    paced(`${fixture.apiBaseUrl}/agents`, REQUESTS, EVERY_MS, (turn) => guests[turn % guests.length] ?? {}),
    paced(`${bare.origin}/agents/constant`, REQUESTS, EVERY_MS),
  ]);
  const calls = legs.flatMap(({ arrivals }) =>
    frameLateness(arrivals, LEAD_MS).filter((_, place) => (arrivals[place] ?? 0) >= from),
  );
  return { api, bare: bares, calls, echo: echoLegs.flatMap(({ lateness }) => lateness) };
}

/** A tenant that means no harm. Answers the headers of its requests. */
async function guest(): Promise<Readonly<Record<string, string>>> {
  const api = new ApiClient(fixture.apiBaseUrl);
  const account = {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'only for the bench',
    organisation_name: 'G',
  };
  const { access_token } = await api.ask<{ access_token: string }>('POST', '/users/signup', account);
  return { authorization: `Bearer ${access_token}` };
}

/** The attackers, in a process of their own. */
async function besiege() {
  const orders: Orders = {
    apiUrl: new URL(fixture.apiBaseUrl).origin,
    runtimeUrl: fixture.runtimeUrl,
    victim: fixture.victim,
    tenants: TENANTS,
    everyMs: attackEveryMs,
  };
  const script = fileURLToPath(new URL('tenants/attacker.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(orders)], { execArgv: ['--import', 'tsx'] });
  process.once('exit', () => child.kill('SIGKILL'));
  // Without attackers there is nothing to measure.
  child.once('exit', (code) => code !== 0 && process.exit(1));
  await once(child, 'message');
  return {
    begin: () => void child.send('begin'),
    /** Resolves once every attack has had its answer, with all of them so far. */
    async pause(): Promise<Tally> {
      child.send('pause');
      const [all] = (await once(child, 'message')) as [Tally];
      return all;
    },
  };
}

function reportRound(round: number, { quiet, busy }: Round): void {
  table(rows(`${round + 1} quiet`, quiet));
  table(rows(`${round + 1} besieged`, busy));
}

function report(attacks: Tally): void {
  say(
    `\n${TENANTS} hostile tenants, each attack of each every ${attackEveryMs} ms; answers by status, or by close code`,
  );
  for (const [name, answers] of Object.entries(attacks))
    say(
      `  ${name.padEnd(20)} ${Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join('  ')}`,
    );
  say(`\n${CALLS} calls and API clients of other tenants, quiet and besieged, all rounds, ms`);
  const all = { quiet: together(rounds.map(({ quiet }) => quiet)), busy: together(rounds.map(({ busy }) => busy)) };
  table(rows('quiet', all.quiet));
  table(rows('besieged', all.busy));
  const ratios = (of: 'api' | 'bare'): string => {
    const ratio = ({ quiet, busy }: Round): number => percentile(busy[of], 0.99) / percentile(quiet[of], 0.99);
    const each = rounds.map(ratio).toSorted((a, b) => a - b);
    const range = `${each[0]!.toFixed(2)} to ${each.at(-1)!.toFixed(2)}`;
    return `${ratio(all).toFixed(2)} of all requests; of rounds ${range}, median ${percentile(each, 0.5).toFixed(2)}`;
  };
  const frames = percentile(all.busy.calls, 0.99) - percentile(all.busy.echo, 0.99);
  say(`  the API's p99, besieged to quiet: ${ratios('api')} (target: at most 2)`);
  say(`  the bare server's:                ${ratios('bare')}`);
  say(`  frames beyond the echo's p99:     ${frames.toFixed(2)} ms (target: at most 20)`);
}

function together(all: readonly Samples[]): Samples {
  return {
    api: all.flatMap(({ api }) => api),
    bare: all.flatMap(({ bare: each }) => each),
    calls: all.flatMap(({ calls }) => calls),
    echo: all.flatMap(({ echo: each }) => each),
  };
}

function isNumeric(word: string): boolean {
  return /^\d+$/.test(word);
}

function rows(
  when: string,
  { api, bare: bares, calls, echo: echoes }: Samples,
): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries({ API: api, 'bare server': bares, calls, echo: echoes }).map(([name, values]) => [
      `${when} ${name}`.padEnd(22),
      spread(values),
    ]),
  );
}
