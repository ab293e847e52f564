import { campaignDialler } from '../../application/calls/campaign-dialler.ts';
import { DialPacing } from '../../application/calls/dial-pacing.ts';
import { recordMetrics } from '../../application/calls/metrics.ts';
import { reconcileCalls } from '../../application/calls/reconcile-calls.ts';
import { updateCall } from '../../application/calls/update-call.ts';
import { deleteCampaign } from '../../application/campaigns/delete-campaign.ts';
import { callerSuppressor } from '../../application/campaigns/suppress-caller.ts';
import type { CallbackView } from '../../domain/campaigns/callback.ts';
import { cancelCallback, scheduleCallback, type AgreedCallback } from '../../application/campaigns/callbacks.ts';
import { CampaignEngine } from '../../application/campaigns/campaign-engine.ts';
import { setDialCaps } from '../../application/campaigns/dial-caps.ts';
import { moveCampaign } from '../../application/campaigns/move-campaign.ts';
import { addSuppression, removeSuppression } from '../../application/campaigns/suppressions.ts';
import { updateCampaign, type CampaignChanges } from '../../application/campaigns/update-campaign.ts';
import type { Carrier } from '../../application/ports/carrier.ts';
import type { PhoneNumberRepository } from '../../application/ports/phone-numbers.ts';
import { BOT_EMAIL, type Principal } from '../../domain/accounts/principal.ts';
import { outboundCall, type CallPatch } from '../../domain/calls/call-log.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';

import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';
import type { Campaign, Command } from '../../domain/campaigns/campaign.ts';
import type { Chance } from './chance.ts';
import type { Life } from './life.ts';
import type { Parts } from './store.ts';
import type { Surroundings } from './surroundings.ts';
import { redrawnWeights } from './variants.ts';
import { unmetered } from '../../bootstrap/rehearsal/rehearsal-surroundings.ts';

/** Ticks between two reconciliation rounds. */
const RECONCILE_EVERY = 3;

/** One process of the API: engine, settling of calls and the routes that a simulation needs, all through one life. */
export class Process {
  readonly life: Life;
  readonly #engine: CampaignEngine;
  readonly #resolve: () => Promise<void>;
  readonly #ports;

  /** `tickMs` may change: it is asked at every tick. */
  constructor(life: Life, parts: Parts, carrier: Carrier, surroundings: Surroundings, tickMs: () => number) {
    this.life = life;
    const { clock } = life;
    const shared = {
      ...surroundings,
      clock,
      campaignMeter: unmetered,
      campaigns: life.through('campaigns', parts.campaigns),
      runs: life.through('runs', parts.runs),
      calls: life.through('calls', parts.calls),
      leases: life.through('leases', parts.leases),
      engineLeases: life.through('engineLeases', parts.engineLeases),
      campaignEngines: life.through('campaignEngines', parts.campaignEngines),
      metrics: life.through('metrics', parts.metrics),
      callRecords: life.through('callRecords', parts.callRecords),
      // The calls of the simulation are not rated.
      costs: { record: () => Promise.resolve() },
      suppressions: life.through('suppressions', parts.suppressions),
      numberDials: life.through('numberDials', parts.numberDials),
      dialCaps: life.through('dialCaps', parts.dialCaps),
      phoneNumbers: numbersThrough(life, parts),
      callAnalyses: life.through('callAnalyses', surroundings.callAnalyses),
    };
    const reached = life.through('carrier', carrier);
    const organisationCarriers = { of: async () => reached, find: async () => reached };
    const dialPacing = new DialPacing({ clock, accountDials: life.through('accountDials', parts.accountDials) });
    const dialler = campaignDialler({ ...shared, organisationCarriers, dialPacing });
    this.#engine = new CampaignEngine({ ...shared, dialler });
    this.#ports = {
      ...{ ...shared, organisationCarriers, dialler, callOutcomeListener: this.#engine, campaignEngine: this.#engine },
      callerSuppressor: callerSuppressor(shared),
    };
    this.#resolve = reconcileCalls(this.#ports);
    this.#tick(tickMs, 0);
  }

  move({ org_id, campaign_id }: Campaign, command: Command): Promise<void> {
    return moveCampaign(this.#ports)(owner(org_id), campaign_id, command);
  }

  remove({ org_id, campaign_id }: Campaign): Promise<void> {
    return deleteCampaign(this.#ports)(owner(org_id), campaign_id);
  }

  change({ org_id, campaign_id }: Campaign, changes: CampaignChanges): Promise<Campaign> {
    return updateCampaign(this.#ports)(owner(org_id), campaign_id, changes);
  }

  /** Gives the agents that share the contacts of a campaign other weights. */
  async reweight(campaign: Campaign, chance: Chance): Promise<void> {
    const variants = redrawnWeights(campaign, chance);
    if (variants) await this.change(campaign, { variants });
  }

  /** Suppresses a number: an odd one as its person asks for it in a call. */
  suppress(orgId: string, phone_number: string): Promise<unknown> {
    if (Number(phone_number.at(-1)) % 2 === 1) {
      const facts = { call_id: `call of ${phone_number}`, org_id: orgId, agent_id: 'agent', agent_name: 'Agent' };
      const call = { from_number: '', to_number: phone_number, telephony_provider: 'plivo', custom_variables: {} };
      const now = this.life.clock.now();
      const evidence = { source: 'tool', reason: 'asked for it in a call', at: now.toISOString() } as const;
      return this.#ports.callerSuppressor.suppress(outboundCall({ ...facts, ...call, now }), evidence);
    }
    return addSuppression(this.#ports)(owner(orgId), { phone_number });
  }

  allow(orgId: string, phoneNumber: string): Promise<void> {
    return removeSuppression(this.#ports)(owner(orgId), phoneNumber);
  }

  cap(orgId: string, caps: DialCaps): Promise<unknown> {
    return setDialCaps(this.#ports)(owner(orgId), caps);
  }

  schedule(orgId: string, callId: string, in_minutes: number): Promise<AgreedCallback> {
    return scheduleCallback(this.#ports)(owner(orgId), callId, { in_minutes });
  }

  cancel(orgId: string, callbackId: string): Promise<CallbackView> {
    return cancelCallback(this.#ports)(owner(orgId), callbackId);
  }

  /** What the runtime and the carrier's webhooks say of a call. */
  update(orgId: string, callId: string, patch: CallPatch): Promise<unknown> {
    return updateCall(this.#ports)(bot(orgId), callId, patch);
  }

  measure(orgId: string, callId: string, body: CallMetricsBody): Promise<unknown> {
    return recordMetrics(this.#ports)(bot(orgId), callId, body);
  }

  #tick(tickMs: () => number, count: number): void {
    this.life.clock.after(tickMs(), () => {
      void this.#engine.tick().catch(() => undefined);
      if (count % RECONCILE_EVERY === 0) void this.#resolve().catch(() => undefined);
      this.#tick(tickMs, count + 1);
    });
  }
}

/** A number is found at once: so seeds without pools stay as they were. */
function numbersThrough(life: Life, { phoneNumbers }: Parts): PhoneNumberRepository {
  const { findMany, change } = life.through('phoneNumbers', phoneNumbers);
  return { find: phoneNumbers.find, findMany, change } as PhoneNumberRepository;
}

const owner = (org_id: string): Principal => ({ email: 'ada@example.com', org_id, role: 'super_admin' });
const bot = (org_id: string): Principal => ({ email: BOT_EMAIL, org_id, role: 'admin' });
