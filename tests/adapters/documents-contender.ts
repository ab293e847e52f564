import { falseOnUniqueViolation } from '../../adapters/documents/collection.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { people, person } from '../contracts/documents-people.ts';

// A process that races another for the same keys in a given file, and prints how many it won.
const [location, keys] = process.argv.slice(2) as [string, string];
const engine = await sqliteEngine(location);
const collection = await people(engine);

async function race(): Promise<void> {
  let won = 0;
  for (let id = 0; id < Number(keys); id += 1) {
    if (await falseOnUniqueViolation(collection.insert(person(id, { name: `${process.pid} ${id}` })), 'by_id'))
      won += 1;
  }
  await engine.close();
  process.send?.(won, () => process.disconnect());
}

process.once('message', () => void race());
process.send?.('ready');
