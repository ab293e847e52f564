import { cpus } from 'node:os';
import { startScript } from './child.ts';
import { machine, say } from './print.ts';
import { percentile } from './statistics.ts';
import { FRAME_MS, MOST_BEYOND } from './vendors/measures.ts';
import { STT_CASES, sttCost, sendingCost } from './vendors/stt.ts';
import { receivingCost, SPEAKING, speakingCost } from './vendors/tts.ts';

/** `npm run bench:vendors -- openai`: which providers are measured; all that stream when none is named. */
const wanted = process.argv.slice(2);
const ROUNDS = 9;
const WARM_UPS = 4;

type Cost = () => Promise<number>;

/** Ours between two runs of the bare socket, by turns; the first rounds are for warming up. */
async function compare(name: string, ours: Cost, bare: Cost): Promise<void> {
  const rounds: { readonly own: number; readonly bare: number }[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const before = await bare();
    const own = await ours();
    if (round >= 0) rounds.push({ own, bare: (before + (await bare())) / 2 });
  }
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  const beyond = median(rounds.map((each) => each.own - each.bare));
  const results = [median(rounds.map(({ own }) => own)), median(rounds.map((each) => each.bare)), beyond];
  const [own, relay, more] = results.map((figure) => figure.toFixed(1).padStart(6));
  say(`${name.padEnd(26)} ${own}   bare ${relay}   beyond ${more}${beyond > MOST_BEYOND ? '   TOO MUCH' : ''}`);
}

const isWanted = (provider: string): boolean => wanted.length === 0 || wanted.includes(provider);

say(machine());
say(
  `Processor time per ${FRAME_MS} ms frame, in microseconds, beside a bare ws socket (at most ${MOST_BEYOND} beyond it)`,
);
const core = cpus().length > 1 ? cpus().length - 1 : undefined;
const { addresses, stop } = await startScript<{ url: string }>(
  new URL('vendors/server.ts', import.meta.url),
  [],
  core === undefined ? {} : { core },
);
const { url } = addresses;
say('\nA frame that came in, until the vendor’s socket has it');
for (const each of STT_CASES.filter(({ provider }) => isWanted(provider)))
  await compare(
    each.name,
    () => sttCost(each, url),
    () => sendingCost(url),
  );
say('\nThe vendor’s bytes, until they are a frame');
for (const each of SPEAKING.filter(({ provider }) => isWanted(provider)))
  await compare(
    each.name,
    () => speakingCost(each, url),
    () => receivingCost(url),
  );
say(`\n${machine()}`);
await stop();
process.exit(0);
