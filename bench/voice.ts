import { freePort } from '../tests/support/free-port.ts';
import { machine, say } from './print.ts';
import { openTelephoneFixture, type TelephoneFixture } from './telephone-fixture.ts';
import { stepAside } from './telephone-runtime.ts';
import { answers } from './voice/answers.ts';
import { bargeIn } from './voice/barge-in.ts';
import { latency } from './voice/latency.ts';
import { load } from './voice/load.ts';
import { memory } from './voice/memory.ts';
import { start } from './voice/start.ts';

/** `npm run bench:voice -- latency load`: what is measured; everything when nothing is named. */
const OF_THE_PROGRAM: Readonly<Record<string, () => Promise<void>>> = { start, answers };
const OF_TELEPHONE_CALLS: Readonly<Record<string, (fixture: TelephoneFixture) => Promise<void>>> = {
  latency,
  'barge-in': bargeIn,
  load,
  memory,
};

const names = process.argv.slice(2);
const known = [...Object.keys(OF_THE_PROGRAM), ...Object.keys(OF_TELEPHONE_CALLS)];
const strange = names.filter((name) => !known.includes(name));
if (strange.length > 0) throw new Error(`Not measured: ${strange.join(', ')}. Measured: ${known.join(', ')}`);
const isWanted = ([name]: readonly [string, unknown]): boolean => names.length === 0 || names.includes(name);

say(machine());
for (const [, measure] of Object.entries(OF_THE_PROGRAM).filter(isWanted)) await measure();
const ofCalls = Object.entries(OF_TELEPHONE_CALLS).filter(isWanted);
if (ofCalls.length > 0) {
  stepAside();
  const fixture = await openTelephoneFixture(`http://127.0.0.1:${await freePort()}`);
  for (const [, measure] of ofCalls) await measure(fixture);
  await fixture.close();
}
say(`\n${machine()}`);
process.exit(0);
