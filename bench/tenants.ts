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
const ROUNDS = 6;
const REQUESTS = 600;
const EVERY_MS = 30;
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

// Ten tenants do all they can to a whole platform in one process. Another tenant of it talks at twenty telephones, and
// ten more ask the API every 30 ms; a bare echo and a bare server beside it show what is the machine's doing.
say(machine());
// What measures must not wait for what is measured.
setPriority(Math.max(getPriority() - 5, -20));
const servers = await platform();
const fixture = await telephoneFixtureOf(servers.addresses);
const guests = await times(GUESTS, () => guest());
const echo = await startServer<{ url: string }>('echo');
const bare = await startBareExpress('0,1');
const echoLegs = await times(CALLS, () => EchoLeg.open(echo.addresses.url, metronome));
const legs = await times(CALLS, async () => CarrierLeg.open(await fixture.ring(), metronome));

await measured();
const attackers = await besiege();
const rounds: { quiet: Samples; busy: Samples }[] = [];
const quiet = await measured();
attackers.begin();
await wait(3_000);
for (let round = 0; round < ROUNDS; round += 1) rounds.push({ quiet, busy: await measured() });
const tally = await attackers.end();
report(rounds, tally);
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
    begin: () => void child.kill('SIGUSR2'),
    async end(): Promise<Tally> {
      child.send('end');
      const [last] = (await once(child, 'message')) as [Tally];
      return last;
    },
  };
}

function report(all: readonly { quiet: Samples; busy: Samples }[], attacks: Tally): void {
  say(
    `\n${TENANTS} hostile tenants, each attack of each every ${attackEveryMs} ms; answers by status, or by close code`,
  );
  for (const [name, answers] of Object.entries(attacks))
    say(
      `  ${name.padEnd(20)} ${Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join('  ')}`,
    );
  say(
    `\n${CALLS} calls and API clients of other tenants during the attack, ms (target: the API's p99 at most twice, the`,
  );
  say("frames' p99 at most 20 beyond the echo's)");
  all.forEach(({ quiet: before, busy }, round) => {
    if (round === 0) table(rows('before', before));
    table(rows(`round ${round + 1}`, busy));
  });
  const p99 = (values: readonly number[]): number => percentile(values, 0.99);
  const middle = (of: (round: (typeof all)[number]) => number): string => percentile(all.map(of), 0.5).toFixed(2);
  say(`  the API's p99, busy to quiet: ${middle(({ quiet: a, busy: b }) => p99(b.api) / p99(a.api))}`);
  say(`  the bare server's:            ${middle(({ quiet: a, busy: b }) => p99(b.bare) / p99(a.bare))}`);
  say(`  frames beyond the echo's p99: ${middle(({ busy: b }) => p99(b.calls) - p99(b.echo))} ms`);
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
