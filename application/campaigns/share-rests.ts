import type { OwnNumbers } from '../../domain/campaigns/caller-id-choice.ts';
import { laterRest, type NumberRest } from '../../domain/telephony/number-rest.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

export interface RestPorts {
  readonly phoneNumbers: Pick<PhoneNumberRepository, 'find' | 'findMany' | 'change'>;
}

/**
 * Stores rests with their numbers: all campaigns of the organisation read them there. A longer rest stays. Can be repeated.
 * `known` are rests that were just read.
 */
export async function shareRests(
  { phoneNumbers }: RestPorts,
  orgId: string,
  rests: ReadonlyMap<string, NumberRest>,
  known: OwnNumbers = new Map(),
): Promise<void> {
  for (const [number, rest] of rests) {
    if (isStored(known.get(number), rest)) continue;
    await retryOnConflict('The phone number kept changing. Its rest was not stored.', async () => {
      const seen = await phoneNumbers.find(number);
      // It is not the organisation's any more.
      if (seen?.org_id !== orgId || isStored(seen.resting, rest)) return;
      return (await phoneNumbers.change(seen, { resting: rest })) === null ? 'again' : undefined;
    });
  }
}

const isStored = (stored: NumberRest | null | undefined, rest: NumberRest): boolean =>
  stored !== null && stored !== undefined && laterRest(stored, rest) === stored;
