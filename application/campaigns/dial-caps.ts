import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { NO_CAPS, type DialCaps } from '../../domain/campaigns/dial-caps.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { DialCapRepository } from '../ports/dial-caps.ts';
import type { NumberDialRepository } from '../ports/number-dials.ts';
import { waitForDecidedDials } from './suppressions.ts';

interface Ports {
  readonly dialCaps: DialCapRepository;
  readonly campaigns: Pick<CampaignRepository, 'list'>;
  readonly clock: Clock;
}

/** How often the active organisation dials a number at most. */
export const readDialCaps =
  ({ dialCaps }: Pick<Ports, 'dialCaps'>) =>
  async (principal: Principal): Promise<DialCaps> =>
    (await dialCaps.find(allow(principal, 'campaigns.read').org_id)) ?? NO_CAPS;

/** Replaces the caps of the active organisation. Once it resolves, no dial of its campaigns goes beyond them. */
export const setDialCaps =
  (ports: Ports) =>
  async (principal: Principal, caps: DialCaps): Promise<DialCaps> => {
    // As for the removal of a suppression: it can allow calls that were not allowed.
    const { org_id } = allow(principal, 'campaigns.delete');
    await ports.dialCaps.put(org_id, caps);
    await waitForDecidedDials(ports, org_id);
    return caps;
  };

/** Numbers removed per step, so that other operations are not delayed. */
const REMOVED_AT_ONCE = 500;

/** Removes what was counted and counts no more. */
export const expireDials =
  ({ numberDials, clock }: { readonly numberDials: NumberDialRepository; readonly clock: Clock }) =>
  async (): Promise<void> => {
    while ((await numberDials.removeExpired(clock.now().toISOString(), REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
  };
