import type { DocumentStore } from '../adapters/documents/collection.ts';
import { documentAccountDials } from '../adapters/documents/account-dials.ts';
import { documentAgents } from '../adapters/documents/agents.ts';
import { documentCallLeases } from '../adapters/documents/call-leases.ts';
import { documentCalls } from '../adapters/documents/calls.ts';
import { documentCampaigns } from '../adapters/documents/campaigns.ts';
import { documentDialCaps } from '../adapters/documents/dial-caps.ts';
import { documentCampaignEngines, documentEngineLeases } from '../adapters/documents/campaign-engine-leases.ts';
import { documentNumberDials } from '../adapters/documents/number-dials.ts';
import { documentOrganisations } from '../adapters/documents/organisations.ts';
import { documentPhoneNumbers } from '../adapters/documents/phone-numbers.ts';
import { documentQueuedRuns } from '../adapters/documents/queued-runs.ts';
import { documentSuppressions } from '../adapters/documents/suppressions.ts';
import { pinoLog } from '../adapters/system/json-log.ts';
import { randomIds } from '../adapters/system/ids.ts';
import { csvParser } from '../adapters/csv/csv-parse.ts';
import { prefixNumberPlan } from '../adapters/number-plan/number-plan.ts';
import { builtInZones } from '../adapters/time-zones/built-in.ts';
import { DialPacing } from '../application/calls/dial-pacing.ts';
import { campaignDialler } from '../application/calls/campaign-dialler.ts';
import { updateCall } from '../application/calls/update-call.ts';
import { callerSuppressor } from '../application/campaigns/suppress-caller.ts';
import { CampaignEngine } from '../application/campaigns/campaign-engine.ts';
import type { Carrier, DialRequest } from '../application/ports/carrier.ts';
import type { Clock } from '../application/ports/clock.ts';
import { RECEPTIONIST } from '../tools/demo/scene.ts';
import { BOT_EMAIL } from '../domain/accounts/principal.ts';
import type { Agent } from '../domain/agents/agent.ts';
import { move, newCampaign, type Campaign } from '../domain/campaigns/campaign.ts';
import { holidayName } from '../domain/campaigns/holidays.ts';
import { newDialState } from '../domain/campaigns/campaign-record.ts';
import { newQueuedRun, type QueuedRun } from '../domain/campaigns/queued-run.ts';
import { retryConfig } from '../domain/campaigns/retry-policy.ts';
import { newNumber } from '../domain/telephony/phone-number.ts';
import { CALLER, HOLIDAYS, numberOf, poolOf, ruled, suppressed } from './campaign-rules.ts';
import { CONTACT_LISTS, contactNumber } from './contact-lists.ts';
import { fakeCarriers } from '../tests/support/fake-carrier.ts';
import { unlimited, unmetered } from '../bootstrap/rehearsal/rehearsal-surroundings.ts';

/** The most that a campaign may ask for. */
const MOST = 20;
/** Contacts queued per step. */
const BATCH = 1_000;
const PROVIDER = 'bench';
/** Shorter than any real call, and long enough for the dialler to store what the carrier answered, as it is in reality. */
const CALL_MS = 50;

/** Organisations whose campaigns are dialled by one engine, at a carrier whose calls end after `CALL_MS` of real time. */
export interface CampaignBench {
  /** Makes an organisation with an agent that has a number, and answers its id. */
  found(): Promise<string>;
  /**
   * Starts a campaign with `count` contacts. The engine sees it at its next tick. `isRuled`: every rule about contacts is on,
   * and allows their dials: caps of the organisation and the campaign, suppressions, hours in zones of contacts, holidays and
   * consent. It calls from a pool of numbers, which rest when too few calls are answered.
   */
  launch(orgId: string, contacts: number, rate?: number, isRuled?: boolean): Promise<void>;
  /**
   * Starts a campaign whose engine reads its contacts from a list in the object store, as it does in production, and resolves
   * when it has queued the last one: milliseconds until then, and until its first dial.
   */
  startList(orgId: string, contacts: number): Promise<{ readonly queuedMs: number; readonly firstDialMs: number }>;
  /** Lets the engine look, as it does every second. */
  tick(): Promise<void>;
  /** When each call was dialled, by its organisation. */
  readonly dials: Map<string, number[]>;
  /** How many calls are over, with their runs. */
  readonly settled: number;
  /** Lets the engine finish what it began. */
  stop(): Promise<void>;
}

/** How often is looked whether a list is queued, in ms. */
const LOOK_MS = 20;

/** Opens a yard over this store. */
export async function openCampaignBench(engine: DocumentStore, clock: Clock): Promise<CampaignBench> {
  const log = pinoLog({ level: 'silent', showPii: false });
  const [agents, organisations, phoneNumbers] = await Promise.all([
    documentAgents(engine),
    documentOrganisations(engine),
    documentPhoneNumbers(engine),
  ]);
  const ids = randomIds();
  const dials = new Map<string, number[]>();
  let settled = 0;
  const abilities = { idempotencyMs: 0, lookUp: 'none', detectsMachines: false, transfers: 'none' } as const;
  const carrier: Carrier = { ...fakeCarriers().open(PROVIDER, {}), abilities, dial };
  const ports = {
    agents,
    organisations,
    phoneNumbers,
    calls: await documentCalls(engine),
    leases: await documentCallLeases(engine),
    campaigns: await documentCampaigns(engine),
    runs: await documentQueuedRuns(engine),
    engineLeases: await documentEngineLeases(engine),
    campaignEngines: await documentCampaignEngines(engine),
    suppressions: await documentSuppressions(engine),
    numberDials: await documentNumberDials(engine),
    dialCaps: await documentDialCaps(engine),
    organisationCarriers: { of: async () => carrier, find: async () => carrier },
    voiceServer: { baseUrl: 'https://voice.example.com' },
    limits: { concurrentCallsPerOrganisation: 10, shares: { anonymous: 50, unsigned: 30, page: 80 } },
    quotas: unlimited,
    dialPacing: new DialPacing({ accountDials: await documentAccountDials(engine), clock }),
    objects: CONTACT_LISTS,
    csvParser: csvParser(),
    earlierConversations: { variablesOf: async () => ({}) },
    callAnalyses: { find: async () => null },
    agentVersions: { find: async () => null },
    timeZones: builtInZones(),
    numberPlan: prefixNumberPlan(),
    holidays: { nameOf: (countries: readonly string[], day: string) => holidayName(HOLIDAYS, countries, day) },
    campaignMeter: unmetered,
    ids,
    clock,
    log,
  };
  const campaignEngine = new CampaignEngine({ ...ports, dialler: campaignDialler(ports) });
  const update = updateCall({
    ...ports,
    callOutcomeListener: campaignEngine,
    callerSuppressor: callerSuppressor(ports),
  });

  async function dial({ callId, answerUrl }: DialRequest): Promise<{ sid: string }> {
    const orgId = new URL(answerUrl).searchParams.get('org_id') ?? '';
    const times = dials.get(orgId) ?? [];
    dials.set(orgId, times);
    times.push(clock.monotonic());
    setTimeout(() => void end(orgId, callId), CALL_MS);
    return { sid: callId };
  }

  async function end(orgId: string, callId: string): Promise<void> {
    const over = { status: 'completed', call_response: 'answered' } as const;
    await update({ email: BOT_EMAIL, org_id: orgId, role: 'admin' }, callId, over);
    settled += 1;
  }

  return {
    dials,
    get settled() {
      return settled;
    },
    async found() {
      const orgId = ids.next();
      const agent = answering(orgId, clock.now().toISOString());
      await organisations.add({
        org_id: orgId,
        name: 'Bench',
        created_by_email: CALLER,
        created_at: agent.created_at,
        concurrent_call_limit: MOST,
      });
      await agents.add(agent);
      for (const number of poolOf(orgId))
        await phoneNumbers.add(newNumber({ phone_number: number, provider: PROVIDER, org_id: orgId }, clock.now()));
      return orgId;
    },
    async launch(org_id, contacts, rate = MOST, isRuled = false) {
      const now = clock.now();
      const campaign = ruled(planned(org_id, ids.next(), contacts, rate, now), isRuled);
      if (isRuled) await ports.dialCaps.put(org_id, { max_dials_per_day: 3, max_dials_per_week: 7 });
      if (isRuled) await ports.suppressions.addAll(suppressed(org_id, now));
      for (let from = 0; from < contacts; from += BATCH)
        await ports.runs.addAll(waiting(campaign, from, Math.min(BATCH, contacts - from), now));
      await ports.campaigns.add({ ...campaign, ...move(campaign, 'start', now) }, newDialState(true));
    },
    async startList(orgId, contacts) {
      const now = clock.now();
      const campaign = planned(orgId, ids.next(), contacts, MOST, now);
      const running = { ...campaign, source_id: `${contacts}`, ...move(campaign, 'start', now) };
      await ports.campaigns.add(running, newDialState(false));
      const startedAt = clock.monotonic();
      campaignEngine.wake(orgId);
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        const record = await ports.campaigns.find(orgId, campaign.campaign_id);
        const [firstDial] = dials.get(orgId) ?? [];
        if (record?.gate.is_loaded && firstDial !== undefined)
          return { queuedMs: clock.monotonic() - startedAt, firstDialMs: firstDial - startedAt };
      }
    },
    tick: () => campaignEngine.tick(),
    stop: () => campaignEngine.stop(),
  };
}

const answering = (org_id: string, at: string): Agent => ({
  ...RECEPTIONIST,
  config: RECEPTIONIST.config as unknown as Agent['config'],
  agent_id: `agent of ${org_id}`,
  org_id,
  status: 'active',
  agent_category: 'telephony',
  created_by: CALLER,
  linked_phone_number: numberOf(org_id),
  telephony: { provider: PROVIDER, application_id: 'application', answer_url: 'https://voice.example.com/answer' },
  created_at: at,
  updated_at: at,
});

const planned = (org_id: string, campaign_id: string, contacts: number, rate: number, now: Date): Campaign =>
  newCampaign({
    campaign_id,
    org_id,
    name: 'Bench',
    agent_id: `agent of ${org_id}`,
    source_type: 'csv',
    source_id: 'none',
    total_rows: contacts,
    rate_limit_per_second: rate,
    retry_config: retryConfig(),
    orchestrator_metadata: { max_concurrency: MOST },
    from_number: null,
    created_by: CALLER,
    now,
  });

const waiting = ({ campaign_id, org_id }: Campaign, from: number, count: number, now: Date): QueuedRun[] =>
  Array.from({ length: count }, (_, at) =>
    newQueuedRun(
      {
        queued_run_id: crypto.randomUUID(),
        campaign_id,
        org_id,
        contact_index: from + at,
        phone_number: contactNumber(from + at),
        context_variables: { name: 'Ada', agreed: 'yes', until: '9999-12-31' },
        attempt: 0,
        not_before: null,
      },
      now,
    ),
  );
