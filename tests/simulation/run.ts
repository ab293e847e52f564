import { parseArgs } from 'node:util';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { simulate } from './simulate.ts';

printHelpIfRequested(`npm run sim -- [--seeds <count, 200>] [--from <first seed, 1>] [--contacts <count>]

Lives through campaigns on a simulated clock, one life per seed, with processes that are killed and replies that are lost,
and tells every broken promise. A seed lives the same life each time. With --contacts,
one seed unless told otherwise, its campaigns have that many contacts in all, and every kind of rule about contacts. Exits with 1 when a promise was broken.`);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    contacts: { type: 'string' },
  },
});
const contacts = values.contacts === undefined ? undefined : Number(values.contacts);
const [first, count] = [Number(values.from), Number(values.seeds ?? (contacts === undefined ? 200 : 1))];
let [dials, kills, simulatedMs, failed, refusals, listChanges] = [0, 0, 0, 0, 0, 0];
const started = performance.now();
for (let seed = first; seed < first + count; seed += 1) {
  const verdict = await simulate(seed, undefined, contacts);
  dials += verdict.ledger.length;
  kills += verdict.kills.length;
  refusals += verdict.refusals;
  listChanges += verdict.listChanges;
  simulatedMs += verdict.simulatedMs;
  if (verdict.breaches.length === 0) continue;
  failed += 1;
  process.stdout.write(
    `seed ${seed}\n${verdict.breaches
      .slice(0, 5)
      .map((breach) => `  ${breach}\n`)
      .join('')}`,
  );
}
const hours = (simulatedMs / 3_600_000).toFixed(1);
const seconds = ((performance.now() - started) / 1_000).toFixed(1);
process.stdout.write(
  `${count} seeds, ${dials} dials, ${refusals} refusals, ${listChanges} numbers suppressed, ${kills} kills, ${hours} hours in ${seconds} s: ${failed} failed\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
