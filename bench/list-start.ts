import { join } from 'node:path';
import { sqliteEngine } from '../adapters/documents/drivers/sqlite.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { openCampaignBench } from './campaign-fixture.ts';

/** A list and one that is ten times as long. The first one warms up. */
const SIZES = [1_000, 10_000, 100_000] as const;
const LONGEST = 1_000_000;
const FIRST_DIAL_WITHIN_MS = 2_000;
/** How much more time a contact of a list may take than one of a list of a tenth. */
const LINEAR_UP_TO = 1.3;

/**
 * How long it takes to queue a contact list that is started, while it is dialled, and how long until its first dial. Each list
 * is that of another organisation, on a SQLite file of its own. `isLong`: with a million contacts, too.
 */
export async function listStart(directory: string, isLong: boolean, say: (line: string) => void): Promise<void> {
  let before: { readonly contacts: number; readonly each: number } | null = null;
  for (const contacts of [...SIZES, ...(isLong ? [LONGEST] : [])]) {
    const engine = await sqliteEngine(join(directory, `start-${contacts}.db`));
    const bench = await openCampaignBench(engine, systemClock());
    const { queuedMs, firstDialMs } = await bench.startList(await bench.found(), contacts);
    await bench.stop();
    await engine.close();
    const each = queuedMs / contacts;
    const seconds = (queuedMs / 1_000).toFixed(1);
    say(
      `a list of ${contacts} contacts: queued in ${seconds} s, ${(each * 1_000).toFixed(0)} us each; first dial after ${firstDialMs.toFixed(0)} ms (target ${FIRST_DIAL_WITHIN_MS})`,
    );
    if (before && before.contacts >= 10_000)
      say(
        `  a contact takes ${(each / before.each).toFixed(2)} times that of a list of ${before.contacts} (target at most ${LINEAR_UP_TO.toFixed(2)})`,
      );
    if (firstDialMs > FIRST_DIAL_WITHIN_MS) process.exitCode = 1;
    before = { contacts, each };
  }
}
