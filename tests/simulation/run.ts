import { parseArgs } from 'node:util';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { SCALE, type Scale } from './long-list-plan.ts';
import { simulate } from './simulate.ts';

printHelpIfRequested(`npm run sim -- [--seeds <count, 200>] [--from <first seed, 1>]
                [--contacts <count>] [--organisations <count, ${SCALE.organisations}>] [--engines <count, ${SCALE.engines}>]
                [--faults <seconds, ${SCALE.troubleMs / 1_000}>]

Plays campaigns on a simulated clock, one play per seed, with processes that are killed and replies that are lost,
and prints every broken promise. A seed plays the same each time. With --contacts,
one seed by default, its campaigns have that many contacts in all, and every kind of rule about contacts. With
--organisations and --engines, that number of them share the campaigns. For --faults seconds something goes wrong. Exits with 1 when a promise was broken.`);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    contacts: { type: 'string' },
    organisations: { type: 'string', default: String(SCALE.organisations) },
    engines: { type: 'string', default: String(SCALE.engines) },
    faults: { type: 'string', default: String(SCALE.troubleMs / 1_000) },
  },
});
const scale: Scale | undefined =
  values.contacts === undefined
    ? undefined
    : {
        contacts: Number(values.contacts),
        organisations: Number(values.organisations),
        engines: Number(values.engines),
        troubleMs: Number(values.faults) * 1_000,
      };
const [first, count] = [Number(values.from), Number(values.seeds ?? (scale === undefined ? 200 : 1))];
let [dials, kills, simulatedMs, failed, refusals, listChanges] = [0, 0, 0, 0, 0, 0];
let [dialsAmidFaults, operations] = [0, 0];
const started = performance.now();
for (let seed = first; seed < first + count; seed += 1) {
  const verdict = await simulate(seed, undefined, scale);
  dials += verdict.ledger.length;
  kills += verdict.kills.length;
  refusals += verdict.refusals;
  listChanges += verdict.listChanges;
  simulatedMs += verdict.simulatedMs;
  dialsAmidFaults += verdict.cost.dials;
  operations += verdict.cost.operations;
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
  `${count} seeds, ${dials} dials, ${refusals} refusals, ${listChanges} numbers suppressed, ${kills} kills, ${hours} hours in ${seconds} s: ${failed} failed\n` +
    `${(operations / dialsAmidFaults).toFixed(1)} operations on the store for each of ${dialsAmidFaults} dials while faults occurred\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
