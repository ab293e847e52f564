import type { Principal } from '../../domain/accounts/principal.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { RetryDecision } from '../../domain/campaigns/retry-decision.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { ownCampaign } from './read-campaigns.ts';

interface Ports {
  readonly campaigns: CampaignRepository;
  readonly runs: Pick<QueuedRunRepository, 'ofContacts'>;
}

/** What was decided about a contact after one of its calls. */
export type DecidedContact = RetryDecision & Pick<QueuedRun, 'contact_index' | 'phone_number' | 'attempt' | 'call_id'>;

/** One page of decisions, in the order of the list and of attempts, and where the next one starts. */
interface DecisionPage {
  readonly decisions: readonly DecidedContact[];
  /** Null: this is the last page. */
  readonly next_contact: number | null;
}

/** Batches of contacts that one request reads. */
const BATCHES_MAX = 10;

/**
 * Lists what was decided about contacts that answered, from this contact on. Decisions on one contact are on one page, which
 * ends with the contact that fills it, or after a few thousand contacts.
 */
export const listDecisions =
  ({ runs, ...ports }: Ports) =>
  async (principal: Principal, campaignId: string, page: { from: number; limit: number }): Promise<DecisionPage> => {
    const { campaign } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    const decisions: DecidedContact[] = [];
    let { from } = page;
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const some = await runs.ofContacts(campaign.campaign_id, from);
      const last = some.at(-1);
      if (!last) return { decisions, next_contact: null };
      for (const run of some.toSorted(byAttempt)) {
        const isFull = decisions.length >= page.limit && decisions.at(-1)?.contact_index !== run.contact_index;
        if (isFull) return { decisions, next_contact: run.contact_index };
        decisions.push(...decidedContact(run));
      }
      from = last.contact_index + 1;
    }
    return { decisions, next_contact: from };
  };

const byAttempt = (one: QueuedRun, other: QueuedRun): number =>
  one.contact_index - other.contact_index || one.attempt - other.attempt;

const decidedContact = ({ contact_index, phone_number, attempt, call_id, decision }: QueuedRun): DecidedContact[] =>
  decision ? [{ contact_index, phone_number, attempt, call_id, ...decision }] : [];
