import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { amountOf, isPrice } from '../../domain/costs/money.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import { busy, invalid, missing, rejected } from '../../domain/errors.ts';
import {
  conversationId,
  conversationView,
  detailKey,
  placeIn,
  shortProblems,
  wordsDigest,
  type ConversationDetail,
  type ConversationPlace,
  type ConversationView,
  type DetailId,
  type RehearsedConversation,
} from '../../domain/rehearsal/rehearsed-conversation.ts';
import {
  PUBLISHING_MS,
  rehearsalRunView,
  runOutcome,
  type RehearsalRun,
  type RehearsalRunView,
} from '../../domain/rehearsal/rehearsal-run.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { RehearsalRunRepository } from '../ports/rehearsal-runs.ts';
import type { RehearsalSuiteRepository } from '../ports/rehearsal-suites.ts';
import type { RehearsedConversationRepository } from '../ports/rehearsed-conversations.ts';
import { ownRun, unfinishedRuns, withdraw } from './manage-rehearsal-runs.ts';
import { ownSuite } from './manage-rehearsal-suites.ts';
import { removeOldRuns, removeRun, type RemovePorts } from './remove-run.ts';
import { requireMeans, type MeansPorts } from './require-means.ts';
import { jsonBytes, putJson, type PlanPorts } from './run-plan.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports extends PlanPorts, RemovePorts {
  readonly rehearsalSuites: RehearsalSuiteRepository;
  readonly rehearsalRuns: RehearsalRunRepository;
  readonly rehearsedConversations: RehearsedConversationRepository;
  readonly quotas: Pick<QuotaKeeper, 'addRecorded' | 'removeBytes' | 'reserve'>;
  readonly prices: Pick<PriceTable, 'currency'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A run that was held elsewhere. */
export interface PublishedRehearsalRun extends Pick<RehearsalRun, 'level' | 'runs' | 'seed' | 'conversations_total'> {
  /** The same one stands for the same run. */
  readonly publication_key?: string;
  readonly only?: readonly string[];
  readonly sides: readonly {
    readonly title: string;
    readonly version?: number | null;
    readonly is_draft?: boolean;
  }[];
}

/** A conversation that was held elsewhere. */
export interface PublishedConversation
  extends
    ConversationDetail,
    Pick<RehearsedConversation, 'title' | 'persona' | 'run' | 'seed' | 'verdict' | 'ended' | 'stopped'>,
    Pick<RehearsedConversation, 'length_ms' | 'latencies_ms'> {
  readonly turns?: number;
  readonly problems?: readonly string[];
  /** A decimal. */
  readonly cost: string;
  readonly unpriced?: readonly string[];
}

/** Begins to publish a run that was held elsewhere. A run of the same key of the suite is answered as it is. */
export const publishRehearsalRun = (ports: Ports & MeansPorts) => {
  const unfinished = unfinishedRuns();
  return async (principal: Principal, suiteId: string, published: PublishedRehearsalRun): Promise<RehearsalRunView> => {
    const { org_id, email } = allow(principal, 'rehearsals.write');
    const { rehearsalRuns, ids, clock } = ports;
    const suite = await ownSuite(ports, org_id, suiteId);
    const { publication_key: key = null } = published;
    const find = async (): Promise<RehearsalRun | null> =>
      key === null ? null : rehearsalRuns.findPublished(org_id, suiteId, key);
    const known = await find();
    if (known) return rehearsalRunView(known);
    await requireMeans(ports, org_id);
    const { level, runs, seed, only = [], sides, conversations_total: total } = published;
    const now = clock.now();
    const run: RehearsalRun = {
      ...{ run_id: ids.next(), org_id, suite_id: suiteId, suite_title: suite.title, agent_id: suite.agent_id },
      ...{ state: 'running', origin: 'command', level, runs, seed, only, cost_limit: null },
      sides: sides.map(({ title, version = null, is_draft = false }, at) => ({
        ...{ side: at === 0 ? ('a' as const) : ('b' as const), title, version, is_draft, summary: null },
      })),
      ...{ comparison: null, conversations_total: total, conversations_done: 0, error: null, remarks: [] },
      ...{ created_by: email, created_at: now.toISOString(), started_at: now.toISOString(), finished_at: null },
    };
    const isAdded = await unfinished.add(org_id, {
      count: () => rehearsalRuns.countUnfinished(org_id),
      add: () => rehearsalRuns.publish(run, untilIn(now), key),
      remove: async (added) => added && withdraw(ports, run),
    });
    // The same request may have come twice at once, and the other one's run be deleted by now.
    const kept = isAdded ? run : await find();
    if (!kept) throw busy('The run of this publication_key was deleted at this moment. Try again.');
    return rehearsalRunView(kept);
  };
};

const untilIn = (now: Date): string => isoAfter(now, PUBLISHING_MS);

/** Stores a conversation of a run that is published, unless it does not fit the quota of storage. The first one of a place counts. */
export const publishRehearsalConversation =
  (ports: Ports) =>
  async (
    principal: Principal,
    runId: string,
    id: string,
    published: PublishedConversation,
  ): Promise<ConversationView> => {
    const { org_id } = allow(principal, 'rehearsals.write');
    const { rehearsalRuns, rehearsedConversations } = ports;
    const run = await publishedRun(ports, org_id, runId);
    const place = { org_id, run_id: runId, ...placeOf(run, id) };
    const find = () => rehearsedConversations.find(org_id, runId, id);
    const known = await find();
    if (known) return conversationView(known);
    const { conversation, detail } = partsOf(published, { ...place, detail_id: ports.ids.next() });
    const isFirst = await store(ports, conversation, detail);
    await rehearsalRuns.advance(org_id, runId, await rehearsedConversations.count(org_id, runId, {}));
    await requireKept(ports, place);
    return conversationView((isFirst ? null : await find()) ?? conversation);
  };

/**
 * Stores what was said and done under a key of this request, and then that it is there. False, and nothing is left, when another
 * request was first. After a crash in between, the bytes lie in the folder of the run, and the reservation, which expires, has the
 * storage counted again.
 */
async function store(
  { rehearsedConversations, objects, quotas }: Pick<Ports, 'rehearsedConversations' | 'objects' | 'quotas'>,
  conversation: RehearsedConversation,
  detail: ConversationDetail,
): Promise<boolean> {
  const [key, bytes] = [detailKey(conversation), jsonBytes(detail)];
  const reservation = await quotas.reserve(conversation.org_id, { kind: 'conversation', id: key, bytes: bytes.length });
  try {
    await putJson(objects, key, bytes);
  } catch (error) {
    await reservation.release();
    throw error;
  }
  const isFirst = await rehearsedConversations.add(conversation);
  if (!isFirst) await objects.remove(key);
  await (isFirst ? reservation.commit() : reservation.release());
  return isFirst;
}

/** The run may be canceled and deleted by now. What was stored of it after that is removed here. */
export async function requireKept(ports: RemovePorts, place: Pick<RehearsalRun, 'org_id' | 'run_id'>): Promise<void> {
  if (await ports.rehearsalRuns.find(place.org_id, place.run_id)) return;
  await removeRun(ports, place);
  throw missing('Rehearsal run');
}

/** Ends a run that is published. */
export const finishRehearsalRun =
  (ports: Ports) =>
  async (
    principal: Principal,
    runId: string,
    { remarks = [], currency }: { readonly remarks?: readonly string[]; readonly currency?: string },
  ): Promise<RehearsalRunView> => {
    const { org_id } = allow(principal, 'rehearsals.write');
    const { rehearsalRuns, rehearsedConversations, prices, clock } = ports;
    const run = await publishedRun(ports, org_id, runId);
    const all = await rehearsedConversations.list(org_id, runId, {});
    const end = { state: 'completed', remarks, finished_at: clock.now().toISOString() } as const;
    await rehearsalRuns.finish(org_id, runId, { ...runOutcome(run, all, currency ?? prices.currency), ...end });
    await removeOldRuns(ports, run);
    return rehearsalRunView(await ownRun(ports, org_id, runId));
  };

/** A run that is being published, for another hour. */
export async function publishedRun(
  { rehearsalRuns, clock }: Pick<Ports, 'rehearsalRuns' | 'clock'>,
  orgId: string,
  runId: string,
): Promise<RehearsalRun> {
  const run = await ownRun({ rehearsalRuns }, orgId, runId);
  if (!(await rehearsalRuns.keepPublishing(orgId, runId, untilIn(clock.now())))) throw notPublished();
  return run;
}

/** The refusal of what belongs to a run that is not being published. */
export const notPublished = (): Error =>
  rejected('The run is not being published: it is over, or it is held by the API');

function placeOf(run: RehearsalRun, id: string): Pick<ConversationPlace, 'side' | 'position'> {
  const place = placeIn(id);
  if (!place || !run.sides.some(({ side }) => side === place.side)) throw missing('Conversation');
  if (place.position * run.sides.length > run.conversations_total)
    throw invalid('conversation_id is beyond the number of conversations that the run has');
  return place;
}

function partsOf(published: PublishedConversation, place: ConversationPlace & DetailId) {
  const { title, persona, run, seed, verdict, ended, stopped, length_ms, turns = 0, latencies_ms } = published;
  const { problems = [], cost, unpriced = [] } = published;
  const { error, captions, checks, judged, calls, stages, fields } = published;
  if (!isPrice(cost)) throw invalid('cost must be a decimal, such as 0.012');
  const detail: ConversationDetail = { error, captions, checks, judged, calls, stages, fields };
  const conversation: RehearsedConversation = {
    ...{ ...place, conversation_id: conversationId(place.side, place.position), title, persona, run, seed, verdict },
    ...{ problems: shortProblems(problems), ended, stopped, length_ms, turns, latencies_ms },
    ...{ amount: amountOf(cost, 1, 1), unpriced, words_digest: wordsDigest(captions) },
    ...{ has_recording: false, stored_bytes: 0 },
  };
  return { conversation, detail };
}
