import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { csvParser } from '../../adapters/csv/csv-parse.ts';
import { lowerPriority } from '../../adapters/lib/low-priority.ts';
import { systemZones } from '../../adapters/time-zones/system.ts';
import { checkList } from '../../application/campaigns/check-list.ts';
import type { ListCheck } from '../../application/ports/list-checker.ts';
import { DomainError } from '../../domain/errors.ts';

lowerPriority();

const checked = checkList({ csvParser: csvParser(), timeZones: systemZones() });

/** A list to check, whose pieces come through the port, one whenever the thread asks. */
export interface ListTask {
  readonly pieces: MessagePort;
  readonly check: ListCheck;
}
/** A piece of a list, its end, or that the rest cannot be read. */
export type ListPiece = Uint8Array | 'end' | 'lost';
/** What came of a list. */
export type ListReading = { readonly rows: number } | { readonly refusal: string };

/** Inside the thread: checks a list. */
export async function read({ pieces, check }: ListTask): Promise<ListReading> {
  try {
    return { rows: await checked({ bytes: bytesFrom(pieces) }, check) };
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'rejected') return { refusal: error.message };
    throw error;
  } finally {
    pieces.close();
  }
}

async function* bytesFrom(pieces: MessagePort): AsyncIterable<Uint8Array> {
  for (;;) {
    const coming = once(pieces, 'message');
    pieces.postMessage('more', []);
    const [piece] = (await coming) as [ListPiece];
    if (piece === 'end') return;
    if (piece === 'lost') throw new Error('The rest of the list cannot be read');
    yield piece;
  }
}
