import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentStore } from '../adapters/documents/collection.ts';
import { mongoEngine } from '../adapters/documents/drivers/mongo.ts';
import { sqliteEngine } from '../adapters/documents/drivers/sqlite.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { pinoLog } from '../adapters/system/json-log.ts';
import type { Clock } from '../application/ports/clock.ts';
import { fakeClock } from '../tests/support/fake-clock.ts';
import { mongoClaims, sqliteClaims, type BareClaims } from './bare-claims.ts';
import { openCampaignBench, type CampaignBench } from './campaign-fixture.ts';
import { contactListMemory } from './contact-list-memory.ts';
import { listStart } from './list-start.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 5;
const SECOND_MS = 1_000;
/** Virtual time that passes at once, and the real time after which it does. In ms. */
const [PASS_MS, PASS_EVERY_MS] = [50, 20];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const median = (values: readonly number[]): number => percentile(values, 0.5);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const loadAverage = (): string => `load ${loadavg()[0]?.toFixed(1) ?? '?'}`;

const directory = await mkdtemp(join(tmpdir(), 'campaigns-bench-'));
say(`machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, ${loadAverage()}`);
const measures = {
  ...{ sqlite: onSqlite, mongo: onMongo, depth, pace, memory: () => contactListMemory(say) },
  start: () => listStart(directory, false, say),
  million: () => listStart(directory, true, say),
};
/** Takes minutes: only when it is asked for. */
const LONG = 'million';
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(measures))
  if (wanted.length === 0 ? name !== LONG : wanted.includes(name)) await measure();
await rm(directory, { recursive: true, force: true });
process.exit(process.exitCode ?? 0);

async function onSqlite(): Promise<void> {
  const engine = await sqliteEngine(join(directory, 'throughput.db'));
  const bare = await sqliteClaims(directory);
  await throughput('SQLite', engine, bare, { campaigns: 50, contacts: 20, claims: 1_000, ruledTarget: 0.5 });
}

async function onMongo(): Promise<void> {
  const url = process.env['TEST_DOCUMENTS_URL'];
  if (url === undefined) return say('MongoDB: nothing measured, for TEST_DOCUMENTS_URL is not set');
  const name = `bench_${process.pid}`;
  const log = pinoLog({ level: 'silent', showPii: false });
  const engine = await mongoEngine(url.replace(/\/(\?|$)/, `/${name}$1`), log);
  await throughput('MongoDB', engine, await mongoClaims(url, name), {
    campaigns: 5,
    contacts: 20,
    claims: 160,
    ruledTarget: 0.3,
  });
}

interface Sizes {
  readonly campaigns: number;
  readonly contacts: number;
  readonly claims: number;
  /** Of the bare claims, with all rules. */
  readonly ruledTarget: number;
}

/**
 * Contacts that the engine settles a second, without rules about contacts and with all of them, between two slices of bare
 * claims on the same store.
 */
async function throughput(store: string, engine: DocumentStore, bare: BareClaims, sizes: Sizes): Promise<void> {
  const bench = await openCampaignBench(engine, systemClock());
  const rounds: { readonly before: number; readonly plain: number; readonly ruled: number; readonly after: number }[] =
    [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = await bare.perSecond(sizes.claims);
    const plain = await completedPerSecond(bench, sizes, false);
    const ruled = await completedPerSecond(bench, sizes, true);
    const measured = { before, plain, ruled, after: await bare.perSecond(sizes.claims) };
    // The first one warms up.
    if (round > 0) rounds.push(measured);
  }
  await bench.stop();
  await bare.close();
  await engine.close();
  const guard = median(rounds.map(({ before, after }) => after / before));
  const claims = median(rounds.map((each) => each.before)).toFixed(0);
  for (const [kind, target] of [
    ['plain', 0.3],
    ['ruled', sizes.ruledTarget],
  ] as const) {
    const ratio = median(rounds.map((each) => (2 * each[kind]) / (each.before + each.after)));
    const own = median(rounds.map((each) => each[kind])).toFixed(0);
    const what = kind === 'ruled' ? 'with all rules about contacts' : 'without rules about contacts';
    say(`${store}, ${what}: ${own} contacts settled a second, ${ratio.toFixed(2)} times the bare claims`);
    say(`  (target at least ${target.toFixed(2)})`);
  }
  say(
    `  bare claims, each written before and after: ${claims} a second, ${guard.toFixed(2)} times themselves; ${loadAverage()}`,
  );
}

async function completedPerSecond(
  bench: CampaignBench,
  { campaigns, contacts }: Sizes,
  isRuled: boolean,
): Promise<number> {
  for (let count = 0; count < campaigns; count += 1)
    await bench.launch(await bench.found(), contacts, undefined, isRuled);
  const goal = bench.settled + campaigns * contacts;
  const startedAt = performance.now();
  await bench.tick();
  const ticking = setInterval(() => void bench.tick(), SECOND_MS);
  while (bench.settled < goal) await pause(1);
  clearInterval(ticking);
  return ((campaigns * contacts) / (performance.now() - startedAt)) * 1000;
}

/** Processor time of a dial where a million contacts wait, and where a thousand do, by turns. */
async function depth(): Promise<void> {
  const dials = 150;
  const few = await waiting(1_000);
  const many = await waiting(1_000_000);
  for (const side of [few, many]) await side.costOf(dials);
  const rounds: { readonly before: number; readonly own: number; readonly after: number }[] = [];
  for (let round = 0; round < ROUNDS - 2; round += 1)
    rounds.push({ before: await few.costOf(dials), own: await many.costOf(dials), after: await few.costOf(100) });
  for (const side of [few, many]) await side.close();
  const ratio = median(rounds.map(({ before, own, after }) => (2 * own) / (before + after)));
  const own = median(rounds.map((each) => each.own)).toFixed(0);
  say(`a dial with 1,000,000 contacts waiting: ${own} us of processor time, median ${ratio.toFixed(2)} times that`);
  say(
    `  with 1,000 (target at most 1.30), which is ${median(rounds.map(({ before, after }) => after / before)).toFixed(2)} times itself`,
  );
}

/**
 * A campaign of this many contacts, whose time stands still between measurements. While one runs, time passes by a timer:
 * advancing it in a loop would cost more than the dials.
 */
async function waiting(contacts: number) {
  const clock = fakeClock();
  const engine = await sqliteEngine(join(directory, `depth-${contacts}.db`));
  const bench = await openCampaignBench(engine, clock);
  await bench.launch(await bench.found(), contacts);
  await bench.tick();
  return {
    async costOf(dials: number): Promise<number> {
      const goal = bench.settled + dials;
      const before = process.cpuUsage();
      const passing = setInterval(() => {
        clock.advance(PASS_MS);
        if (clock.monotonic() % SECOND_MS === 0) void bench.tick();
      }, PASS_EVERY_MS);
      while (bench.settled < goal) await pause(PASS_EVERY_MS);
      clearInterval(passing);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / dials;
    },
    async close(): Promise<void> {
      await bench.stop();
      await engine.close();
    },
  };
}

/** How well the pace is kept: by a clock that stands still while the machine works, and by the real one. */
async function pace(): Promise<void> {
  for (const rate of [1, 7, 20]) {
    const clock = fakeClock();
    await paced(`rate ${rate}, virtual time`, rate, 250, clock, () => clock.advanceAsync(1));
  }
  await paced('rate 20, real time', 20, 20, systemClock(), () => pause(1));
}

/** The fullest rolling second, and how much of what was allowed was used, while contacts wait. */
async function paced(what: string, rate: number, seconds: number, clock: Clock, pass: () => unknown): Promise<void> {
  const bench = await openCampaignBench(await sqliteEngine(':memory:'), clock);
  const org = await bench.found();
  await bench.launch(org, rate * (seconds + 10), rate);
  await bench.tick();
  while ((bench.dials.get(org)?.length ?? 0) === 0) await pass();
  const startedAt = clock.monotonic();
  for (let tickAt = startedAt; clock.monotonic() - startedAt < seconds * SECOND_MS;) {
    if (clock.monotonic() >= tickAt) {
      await bench.tick();
      tickAt += SECOND_MS;
    }
    await pass();
  }
  await bench.stop();
  const times = bench.dials.get(org) ?? [];
  const used = times.filter((at) => at < (times[0] ?? 0) + seconds * SECOND_MS).length / (rate * seconds);
  const fullest = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + SECOND_MS).length));
  const isKept = fullest <= rate;
  say(
    `${what}: ${fullest} dials in the fullest second (allowed ${rate}), ${(used * 100).toFixed(1)} % used (target 99)`,
  );
  if (!isKept) process.exitCode = 1;
}
