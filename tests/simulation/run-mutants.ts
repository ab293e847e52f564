import { parseArgs } from 'node:util';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { SCALE } from './long-list-plan.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { simulate } from './simulate.ts';

printHelpIfRequested(`npm run sim:mutants -- [--seeds <most per mutant, 1000>] [--contacts <count>] [<words of names>]

Breaks the campaign engine on purpose, in each of its known ways, and tells which seed of the simulation catches it. Exits
with 1 when a mutant survives.`);

const { values, positionals } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, contacts: { type: 'string' } },
  allowPositionals: true,
});
const scale = values.contacts === undefined ? undefined : { ...SCALE, contacts: Number(values.contacts) };

/** The first seed that catches a mutant, and what it saw; null when none does. */
async function caught(mutant: Mutant): Promise<string | null> {
  for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
    const { breaches } = await simulate(seed, mutant, scale);
    if (breaches[0] === undefined) continue;
    // Then it shows nothing about the mutant.
    if ((await simulate(seed, undefined, scale)).breaches.length > 0)
      throw new Error(`Seed ${seed} breaks a promise without a mutant: npm run sim -- --from ${seed} --seeds 1`);
    return `seed ${seed}, ${breaches[0].slice(0, 100)}`;
  }
  return null;
}

const isWanted = ({ name }: Mutant): boolean =>
  positionals.length === 0 || positionals.some((word) => name.includes(word));

for (const mutant of MUTANTS.filter(isWanted)) {
  const where = await caught(mutant);
  process.stdout.write(
    `${where === null ? 'SURVIVED' : 'caught'}  ${mutant.name}${where === null ? '' : `: ${where}`}\n`,
  );
  if (where === null) process.exitCode = 1;
}
