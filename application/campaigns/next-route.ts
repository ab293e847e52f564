import { restsAt } from '../../domain/campaigns/caller-id-state.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { agentOf } from '../../domain/campaigns/variants.ts';
import { DomainError } from '../../domain/errors.ts';
import { grouped } from '../../domain/grouped.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dialler, DialRoute } from '../ports/dialler.ts';
import type { DialPacer } from './dial-pacer.ts';
import { shareRests, type RestPorts } from './share-rests.ts';

interface Ports extends RestPorts {
  readonly dialler: Pick<Dialler, 'openRoute'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** Runs that one agent dials, and its route. */
export interface RoutedRuns {
  readonly route: DialRoute;
  readonly runs: readonly QueuedRun[];
  /** The agent, where several share the contacts: it is noted on the runs. */
  readonly agentId?: string;
}

/**
 * The next runs that one agent may dial, in their order. The account of one agent may have to wait while that of another
 * need not. A number: the milliseconds until one of them may dial.
 */
export async function nextRoute(
  ports: Ports,
  record: CampaignRecord,
  due: readonly QueuedRun[],
  pacer: DialPacer,
): Promise<RoutedRuns | number> {
  const { campaign } = record;
  const { variants, caller_id_pool: pool } = campaign.orchestrator_metadata;
  let earlyMs = Infinity;
  for (const [agentId, runs] of grouped(due, (run) => agentOf(campaign, run))) {
    const open = () => routeOf(ports, record, agentId);
    const route = await pacer.route(agentId, open, ports.clock.monotonic(), pool?.numbers);
    const waitMs = await route.untilDial();
    if (waitMs <= 0) return { route, runs, ...(variants && { agentId }) };
    earlyMs = Math.min(earlyMs, waitMs);
  }
  return earlyMs;
}

/** Opens the route of an agent, and has other campaigns know the numbers that rest since calls of this one. */
async function routeOf(ports: Ports, { campaign, gate }: CampaignRecord, agentId: string): Promise<DialRoute> {
  const route = await openRoute(ports.dialler, campaign, agentId);
  const rests = gate.caller_ids && restsAt(gate.caller_ids, ports.clock.now());
  if (rests) await shareRests(ports, campaign.org_id, rests, route.ownNumbers);
  return route;
}

/** The route of an agent of a campaign. Where several agents share its contacts, a problem names the one it is about. */
export async function openRoute(
  { openRoute: open }: Pick<Dialler, 'openRoute'>,
  { org_id, from_number, orchestrator_metadata: { variants, caller_id_pool } }: Campaign,
  agentId: string,
): Promise<DialRoute> {
  try {
    return await open(org_id, agentId, from_number, caller_id_pool);
  } catch (error) {
    const variant = variants?.find(({ agent_id }) => agent_id === agentId);
    throw variant && error instanceof DomainError ? error.about(`Variant ${variant.name ?? agentId}`) : error;
  }
}
