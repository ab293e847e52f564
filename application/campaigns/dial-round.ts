import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { DomainError, type Problem } from '../../domain/errors.ts';
import { admitRuns, NEVER, type AdmissionPorts, type DialContext, type RunAdmission } from './admit-runs.ts';
import { pauseCampaign } from './dial-failure.ts';
import { recordDialIntent } from './dial-intent.ts';
import type { DialPacer } from './dial-pacer.ts';
import { FairShare } from './fair-share.ts';
import { placeCall } from './place-call.ts';

/** Maximum dials per permit: the highest dial rate of a campaign. */
const PERMIT_DIALS_MAX = 20;

/** Problems that need a user: they pause the campaign with a reason. */
const PAUSES_CAMPAIGN: ReadonlySet<Problem> = new Set<Problem>(['missing', 'invalid', 'misconfigured', 'rejected']);

/** A campaign in one round with its pacer. */
export interface DiallingCampaign {
  readonly record: CampaignRecord;
  readonly pacer: DialPacer;
}

/** At least one: a campaign in a round has a contact to dial. */
const toDial = ({ campaign }: CampaignRecord): number => Math.max(1, campaign.total_rows - campaign.processed_rows);

/**
 * The dial rounds of an organisation. Campaigns share dials by weighted fair queueing: equal ones alternate, and a short
 * one finishes soon beside a long one, which never starves. A slot is kept free for a campaign that is next and only
 * paced.
 */
export class DialRounds {
  readonly #ports: AdmissionPorts;
  readonly #stopped: AbortSignal;
  readonly #wake: () => void;
  readonly #fairShare = new FairShare<DialPacer>();
  readonly #placing = new Set<Promise<void>>();

  /** `wake` is called when a slot may be free. */
  constructor(ports: AdmissionPorts, stopped: AbortSignal, wake: () => void) {
    this.#ports = ports;
    this.#stopped = stopped;
    this.#wake = wake;
  }

  /** The dials in progress. */
  get placing(): readonly Promise<void>[] {
    return [...this.#placing];
  }

  /** Runs one round over these campaigns. Returns the milliseconds until the next. */
  async run(
    candidates: DiallingCampaign[],
    round: Pick<DialContext, 'epoch' | 'owner' | 'waitEndedAt'>,
  ): Promise<number> {
    let waitMs = Infinity;
    // Campaigns that are next but paced: a slot is kept free for each.
    let early = 0;
    while (candidates.length > 0 && !this.#stopped.aborted) {
      candidates.sort((a, b) => this.#fairShare.nextOf(a.pacer) - this.#fairShare.nextOf(b.pacer));
      const next = candidates[0]!;
      const quota = candidates.length + early === 1 ? PERMIT_DIALS_MAX : 1;
      const admission = await this.#admit(next.record, { ...round, pacer: next.pacer, quota, spare: early });
      // A campaign without a slot is served when the next one is released.
      if (admission.kind === 'full') return waitMs;
      if (admission.kind === 'wait') {
        waitMs = Math.min(waitMs, admission.ms);
        if (admission.isEarly) early += 1;
        candidates.shift();
      } else {
        this.#fairShare.charge(next.pacer, toDial(next.record) * admission.runs.length);
        await this.#place(admission);
        candidates[0] = { ...next, record: admission.permit.record };
      }
    }
    return waitMs;
  }

  async #admit(record: CampaignRecord, context: DialContext): Promise<RunAdmission> {
    try {
      return await admitRuns(this.#ports, record, context);
    } catch (error) {
      if (!(error instanceof DomainError) || !PAUSES_CAMPAIGN.has(error.problem)) throw error;
      await pauseCampaign(this.#ports, record, error.message);
      return NEVER;
    }
  }

  /** Resolves when the dials are recorded, so that the next admission counts them. Dialling continues. */
  async #place({ permit, runs }: Extract<RunAdmission, { kind: 'admitted' }>): Promise<void> {
    for (const out of await recordDialIntent(this.#ports, permit, runs)) {
      const placing = this.#follow(placeCall(this.#ports, permit, out), out.run.org_id, out.callId).finally(() =>
        this.#placing.delete(placing),
      );
      this.#placing.add(placing);
    }
  }

  async #follow(call: Promise<boolean>, orgId: string, callId: string): Promise<void> {
    try {
      if (await call) return;
    } catch (error) {
      // The run records how far it got; the check of overdue runs finds it.
      this.#ports.log.error('campaign.dial_failed', { org_id: orgId, call_id: callId, error });
    }
    // Its slot may be free.
    this.#wake();
  }
}
