import { verdictOf, type StoredCanary } from '../../domain/agents/canary.ts';
import {
  CANARY_MEASURES,
  withCalls,
  type AssignedCall,
  type CanaryCounts,
} from '../../domain/agents/canary-measures.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { mailAdmins, type AdminMailPorts } from '../mail-admins.ts';
import type { CallRepository } from '../ports/calls.ts';
import { canaryMail } from './canary-mail.ts';
import { activateCanary, canaryInForce, endCanary, finishCanary, type CanaryPorts } from './change-canary.ts';
import { measuredCalls, type MeasuredCallPorts } from './measured-calls.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports extends CanaryPorts, AdminMailPorts, MeasuredCallPorts {
  readonly calls: Pick<CallRepository, 'listOldest'>;
  readonly publicAppUrl: string;
}

/** Canaries per round. */
const CANARIES = 20;
/** Calls that are read at once. */
const CALLS = 300;
/** Most calls of one millisecond. */
const SAME_TIME = 100_000;
/** How long a process has a canary for itself, and the time from one look at a canary to the next, in ms. */
const [CLAIMED_MS, EVERY_MS] = [60_000, 5_000];
/** Calls this young are not counted yet: other processes may store some with the same time. In ms. */
const SETTLED_MS = 10_000;

/**
 * One round over the canaries that are due: counts their calls, rolls worse versions back, and finishes what another process
 * left. One process has a canary at a time, and what it counted is stored in the write that says up to where: a call is counted
 * once, whatever crashes.
 */
export const followCanaries = (ports: Ports) => async (): Promise<void> => {
  const { agentCanaries, clock, log } = ports;
  for (const due of await agentCanaries.due(clock.now().toISOString(), CANARIES)) {
    const claim = { due_at: isoAfter(ports.clock.now(), CLAIMED_MS), revision: due.revision + 1 };
    const claimed = await agentCanaries.change(due, claim);
    if (claimed)
      await next(ports, claimed).catch((error: unknown) =>
        log.error('agents.canary_not_followed', { org_id: due.org_id, agent_id: due.agent_id, error }),
      );
  }
};

async function next(ports: Ports, canary: StoredCanary): Promise<void> {
  if (canary.state === 'starting') await activateCanary(ports, canary);
  else if (canary.state === 'running') await observe(ports, canary);
  else if (canary.state === 'ending') await finishCanary(ports, canary);
  else await mailRollback(ports, canary);
}

/** Counts calls of a running canary, and ends it when the counts, or the agent, say so. */
async function observe(ports: Ports, canary: StoredCanary): Promise<void> {
  const { agents, agentCanaries } = ports;
  const { org_id, agent_id, version } = canary;
  const agent = await agents.findVersioned(org_id, agent_id);
  if (!agent) return agentCanaries.remove(org_id, agent_id);
  const inForce = canaryInForce(agent, canary);
  if (!inForce) {
    // The process that promoted the version may have ended before it ended the canary.
    const outcome = agent.publication?.restored_from === version ? 'promoted' : 'superseded';
    return void (await endCanary(ports, canary, { outcome, ended_by: null }));
  }
  // It is another one once the agent was renamed.
  const { base_version } = inForce;
  const { counts, isMore } = await furtherCounts(ports, canary);
  const verdict = verdictOf({ ...canary, counts });
  if (verdict) {
    const now = ports.clock.now().toISOString();
    const ending = { ...verdict, base_version, state: 'ending', counts, ended_at: now, due_at: now } as const;
    const ended = await agentCanaries.change(canary, { ...ending, revision: canary.revision + 1 });
    if (ended) await finishCanary(ports, ended);
    return;
  }
  const dueAt = isoAfter(ports.clock.now(), isMore ? 0 : EVERY_MS);
  await agentCanaries.change(canary, { base_version, counts, due_at: dueAt, revision: canary.revision + 1 });
}

/** The counts with the calls that are known by now, and whether there may be more at once. */
async function furtherCounts(
  ports: Ports,
  canary: StoredCanary,
): Promise<{ readonly counts: CanaryCounts; readonly isMore: boolean }> {
  const rules = { earlySeconds: canary.early_hang_up_seconds, now: ports.clock.now() };
  const pages = new Map<string, Promise<Page>>();
  let isMore = false;
  let counts = canary.counts;
  for (const measure of CANARY_MEASURES) {
    const count = counts[measure];
    const page = pages.get(count.counted_until) ?? readPage(ports, canary, count.counted_until);
    pages.set(count.counted_until, page);
    const { calls, isFull } = await page;
    const after = withCalls(measure, count, calls, rules);
    isMore ||= isFull && after.counted_until !== count.counted_until;
    counts = { ...counts, [measure]: after };
  }
  return { counts, isMore };
}

interface Page {
  readonly calls: readonly AssignedCall[];
  /** Whether there may be further calls. */
  readonly isFull: boolean;
}

/** Calls of a canary from a time on, oldest first, with all of the same time. */
async function readPage(ports: Ports, canary: StoredCanary, from: string): Promise<Page> {
  const { calls } = ports;
  const { org_id, canary_id } = canary;
  const below = isoAfter(ports.clock.now(), -SETTLED_MS);
  if (from >= below) return { calls: [], isFull: false };
  const found = await calls.listOldest(org_id, { canary_id, from, below }, CALLS);
  if (found.length < CALLS) return { calls: await measured(ports, canary, found), isFull: false };
  const last = found.at(-1)!.created_at;
  const after = new Date(Date.parse(last) + 1).toISOString();
  const whole = found.filter(({ created_at }) => created_at !== last);
  const sameTime = await calls.listOldest(org_id, { canary_id, from: last, below: after }, SAME_TIME);
  return { calls: await measured(ports, canary, [...whole, ...sameTime]), isFull: true };
}

/** The calls, by the version that they ran, with what was measured of them. */
const measured = async (
  ports: Ports,
  { org_id, version }: StoredCanary,
  calls: readonly CallLog[],
): Promise<readonly AssignedCall[]> =>
  (await measuredCalls(ports, org_id, calls)).map((each) => ({
    ...each,
    isOfCanary: each.call.agent_version === version,
  }));

/** Tells the admins of a roll back. If no mail is accepted, the next process that has the canary sends it again. */
async function mailRollback(ports: Ports, canary: StoredCanary): Promise<void> {
  const { agents, agentCanaries, organisations, publicAppUrl } = ports;
  const { org_id, agent_id, revision } = canary;
  const agent = await agents.findVersioned(org_id, agent_id);
  const mailTo = (email: string, organisation: string) =>
    canaryMail(email, { canary, agentName: agent?.name ?? agent_id, organisation, publicAppUrl });
  const isGone = agent === null || (await organisations.find(org_id)) === null;
  if (isGone || !canary.is_mail_due || (await mailAdmins(ports, org_id, mailTo)))
    await agentCanaries.change(canary, { is_mail_due: false, due_at: null, revision: revision + 1 });
}
