import { sumOf } from '../../domain/costs/money.ts';
import { requireBudget } from '../../domain/costs/budget.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import { DomainError } from '../../domain/errors.ts';
import { plannedRuns, type PlannedRun } from '../../domain/rehearsal/planned-runs.ts';
import {
  detailKey,
  rehearsedConversation,
  type ConversationPlace,
  type RehearsedConversation,
} from '../../domain/rehearsal/rehearsed-conversation.ts';
import { CLAIMS_MAX, runOutcome, type RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { Attempt } from '../../domain/rehearsal/attempt.ts';
import { AtMost } from '../at-most.ts';
import type { Clock } from '../ports/clock.ts';
import type { BudgetRepository } from '../ports/costs.ts';
import type { Log } from '../ports/log.ts';
import type { OpenRehearsal, RehearsalEngine } from '../ports/rehearsal-engine.ts';
import type { ClaimedRun } from '../ports/rehearsal-runs.ts';
import type { RehearsedConversationRepository } from '../ports/rehearsed-conversations.ts';
import type { SuiteReader } from '../ports/suite-reader.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { removeOldRuns, removeRun, type RemovePorts } from './remove-run.ts';
import { readPlan, storeJson, type PlanPorts, type RunPlan } from './run-plan.ts';

export interface CarryOutPorts extends PlanPorts, RemovePorts {
  readonly rehearsedConversations: RehearsedConversationRepository;
  readonly rehearsalEngine: RehearsalEngine;
  readonly suiteReader: SuiteReader;
  readonly budgets: Pick<BudgetRepository, 'find'>;
  readonly prices: Pick<PriceTable, 'currency'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A run that this process has. */
interface OwnedRun extends ClaimedRun {
  readonly owner: string;
  /** Aborts when the process stops, and when the run is over or has another owner. */
  readonly signal: AbortSignal;
}

/** Conversations of a run at the same time. */
const AT_ONCE = 8;

/** Holds the conversations of a run that are not stored yet, and ends it. Rejects when something cannot be stored. */
export async function carryOutRun(ports: CarryOutPorts, owned: OwnedRun): Promise<void> {
  const { run, attempt } = owned;
  if (run.origin === 'command') return fail(ports, owned, 'It was not published to its end');
  if (attempt > CLAIMS_MAX) return fail(ports, owned, `It was begun ${CLAIMS_MAX} times, and not held to its end`);
  let remarks: readonly string[] = [];
  try {
    const plan = await readPlan(ports, run);
    for (const at of run.sides.keys()) remarks = [...remarks, ...(await carryOutSide(ports, owned, plan, at))];
  } catch (error) {
    if (owned.signal.aborted || !isRefusal(error)) throw error;
    return fail(ports, owned, error.message);
  }
  if (owned.signal.aborted) return;
  await finish(ports, owned, { state: 'completed', remarks: [...new Set(remarks)] });
}

/** Holds what is missing of a side. Returns what limits what its results mean. */
async function carryOutSide(
  ports: CarryOutPorts,
  owned: OwnedRun,
  plan: RunPlan,
  at: number,
): Promise<readonly string[]> {
  const { run, signal } = owned;
  const [agent, side] = [plan.agents[at], run.sides[at]?.side];
  if (!agent || side === undefined) throw new Error(`The plan of the run ${run.run_id} has no side ${at}`);
  const suite = await ports.suiteReader(plan.source);
  const stored = await ports.rehearsedConversations.list(run.org_id, run.run_id, { side });
  const isStored = new Set(stored.map(({ position }) => position));
  const opened = await ports.rehearsalEngine.open({
    ...{ suite, agent, others: plan.others ?? [], seed: run.seed, costLimit: run.cost_limit },
    spent: sumOf(stored.map(({ amount }) => amount)),
  });
  try {
    const { org_id, run_id } = run;
    const missing = plannedRuns(suite, run.runs, run.only)
      .map((planned, index) => ({ planned, place: { org_id, run_id, side, position: index + 1 } }))
      .filter(({ place }) => !isStored.has(place.position));
    const [limited, failing] = [new AtMost(AT_ONCE), new AbortController()];
    const either = AbortSignal.any([signal, failing.signal]);
    const attempt = (each: MissingConversation): Promise<void> =>
      limited.run(() => converse(ports, opened, each, either)).catch((error: unknown) => failing.abort(error));
    // After a failure the models are closed and another process continues: what still runs would store wrong results.
    await Promise.all(missing.map(attempt));
    failing.signal.throwIfAborted();
    return opened.remarks;
  } finally {
    await opened.close();
  }
}

/** Whether the run cannot be held, as opposed to a store that is away. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof VendorFailure ||
  (error instanceof DomainError && error.problem !== 'unavailable' && error.problem !== 'outage');

interface MissingConversation {
  readonly planned: PlannedRun;
  readonly place: ConversationPlace;
}

async function converse(
  ports: CarryOutPorts,
  opened: OpenRehearsal,
  { planned, place }: MissingConversation,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  requireBudget(await ports.budgets.find(place.org_id), ports.clock.now());
  const attempt = await opened.converse(planned, signal);
  if (signal.aborted) return;
  await storeAttempt(ports, attempt, place);
  const { org_id, run_id } = place;
  await ports.rehearsalRuns.advance(org_id, run_id, await ports.rehearsedConversations.count(org_id, run_id, {}));
  // The run may be canceled and deleted by now. Its last conversations are removed here.
  if (!(await ports.rehearsalRuns.find(org_id, run_id))) await removeRun(ports, place);
}

/** Stores a conversation: what was said and done first, then what lists it. */
async function storeAttempt(ports: CarryOutPorts, attempt: Attempt, place: ConversationPlace): Promise<void> {
  const { conversation, detail } = rehearsedConversation(attempt, place);
  await storeJson(ports, place.org_id, detailKey(place), detail);
  await ports.rehearsedConversations.add(conversation);
}

const fail = (ports: CarryOutPorts, owned: OwnedRun, error: string): Promise<void> =>
  finish(ports, owned, { state: 'failed', error });

/** Ends the run, unless it is over or has another owner. */
async function finish(
  ports: CarryOutPorts,
  { run, owner }: OwnedRun,
  change: Pick<RehearsalRun, 'state'> & Partial<RehearsalRun>,
): Promise<void> {
  const { rehearsalRuns, rehearsedConversations, prices, clock, log } = ports;
  const { org_id, run_id } = run;
  const all: readonly RehearsedConversation[] = await rehearsedConversations.list(org_id, run_id, {});
  const finished = await rehearsalRuns.finish(
    org_id,
    run_id,
    { ...runOutcome(run, all, prices.currency), ...change, finished_at: clock.now().toISOString() },
    owner,
  );
  if (!finished) return;
  log.info('rehearsals.run_over', { org_id, run_id, state: finished.state, conversations: all.length });
  await removeOldRuns(ports, run);
}
