import {
  dialCapReached,
  dialsExpireAt,
  isCapped,
  NO_CAPS,
  stricterCaps,
  withDial,
  type CountedDial,
  type DialCapReached,
  type DialCaps,
} from '../domain/campaigns/dial-caps.ts';
import type { Clock } from './ports/clock.ts';
import type { DialCapRepository } from './ports/dial-caps.ts';
import type { NumberDialRepository, NumberDials, NumberDialsChange } from './ports/number-dials.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

export interface DialCountPorts {
  readonly numberDials: NumberDialRepository;
  readonly dialCaps: Pick<DialCapRepository, 'find'>;
  readonly clock: Clock;
}

/** A dial that may count. */
export interface WantedDial {
  readonly dial_id: string;
  readonly phone_number: string;
}

/** The caps that do not allow dials, by dial. */
export type CappedDials = ReadonlyMap<string, DialCapReached>;

/** The caps of an organisation, or stricter ones. */
export const dialCapsOf = async (
  { dialCaps }: Pick<DialCountPorts, 'dialCaps'>,
  orgId: string,
  more: DialCaps = NO_CAPS,
): Promise<DialCaps> => stricterCaps((await dialCaps.find(orgId)) ?? NO_CAPS, more);

/** Those of these dials that a cap does not allow now. Counts nothing. */
export async function cappedDials(
  { numberDials, clock }: Pick<DialCountPorts, 'numberDials' | 'clock'>,
  orgId: string,
  caps: DialCaps,
  wanted: readonly WantedDial[],
): Promise<CappedDials> {
  if (!isCapped(caps)) return new Map();
  const known = await dialsOf(numberDials, orgId, wanted);
  return new Map(
    wanted.flatMap(({ dial_id, phone_number }) => {
      const reached = dialCapReached(known.get(phone_number)?.dials ?? [], dial_id, caps, clock.now());
      return reached ? [[dial_id, reached] as const] : [];
    }),
  );
}

/**
 * Counts dials that are about to be made, each once, and returns those that a cap does not allow, which are not counted.
 * Of concurrent claims in any process, no more are counted than the caps allow.
 */
export async function claimDials(
  { numberDials, clock }: Pick<DialCountPorts, 'numberDials' | 'clock'>,
  orgId: string,
  caps: DialCaps,
  wanted: readonly WantedDial[],
): Promise<CappedDials> {
  const capped = new Map<string, DialCapReached>();
  if (wanted.length === 0) return capped;
  await retryOnConflict('The dials of a number kept changing. Try again.', async () => {
    capped.clear();
    const now = clock.now();
    const seen = await dialsOf(numberDials, orgId, wanted);
    const counted = new Map<string, readonly CountedDial[]>();
    for (const { dial_id, phone_number } of wanted) {
      const dials = counted.get(phone_number) ?? seen.get(phone_number)?.dials ?? [];
      const reached = dialCapReached(dials, dial_id, caps, now);
      if (reached) capped.set(dial_id, reached);
      else counted.set(phone_number, withDial(dials, dial_id, now));
    }
    const changes = [...counted].map(([phone_number, dials]): NumberDialsChange => ({
      seen: seen.get(phone_number) ?? null,
      next: { org_id: orgId, phone_number, dials, expires_at: dialsExpireAt(dials) },
    }));
    // A dial that was counted before another number changed is counted at its place again.
    return changes.length === 0 || (await numberDials.changeAll(changes)) === changes.length ? undefined : 'again';
  });
  return capped;
}

const dialsOf = async (
  numberDials: NumberDialRepository,
  orgId: string,
  wanted: readonly WantedDial[],
): Promise<ReadonlyMap<string, NumberDials>> => {
  const numbers = [...new Set(wanted.map(({ phone_number }) => phone_number))];
  return new Map((await numberDials.among(orgId, numbers)).map((each) => [each.phone_number, each]));
};
