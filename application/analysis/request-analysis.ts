import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { isAnalysable, newAnalysis, toPending, type CallAnalysis } from '../../domain/calls/call-analysis.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { missing, rejected } from '../../domain/errors.ts';
import type { ClaimWorker } from '../claim-worker.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallRecords } from '../ports/call-records.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';

export interface RequestPorts {
  readonly callAnalyses: CallAnalysisRepository;
  readonly calls: CallRepository;
  readonly callRecords: CallRecords;
  readonly agents: AgentRepository;
  readonly analysisWorker: Pick<ClaimWorker, 'wake'>;
  readonly clock: Clock;
}

const NO_SECTION = 'The agent has no analysis section: add config.analysis first';

/** Reads the analysis of a call. */
export const readAnalysis =
  ({ callAnalyses }: Pick<RequestPorts, 'callAnalyses'>) =>
  async (principal: Principal, callId: string): Promise<CallAnalysis> => {
    const analysis = await callAnalyses.find(allow(principal, 'calls.listen').org_id, callId);
    if (!analysis) throw missing('Analysis', 'a call is analysed after its end if its agent has an analysis section');
    return analysis;
  };

/** Asks for the analysis of an ended call, again or for the first time. One that is pending already is not repeated. */
export const requestAnalysis =
  (ports: RequestPorts) =>
  async (principal: Principal, callId: string): Promise<CallAnalysis> => {
    const { org_id } = allow(principal, 'calls.analyse');
    const call = await ports.calls.find(org_id, callId);
    if (!call) throw missing('Call');
    requireAnalysable(call);
    const agent = await ports.agents.find(org_id, call.agent_id);
    if (!agent?.config.analysis) throw rejected(NO_SECTION);
    await enqueueAnalysis(ports, call);
    ports.analysisWorker.wake();
    const analysis = await ports.callAnalyses.find(org_id, callId);
    if (!analysis) throw missing('Analysis');
    return analysis;
  };

function requireAnalysable(call: CallLog): void {
  if (isLive(call.status)) throw rejected('The call has not ended: request its analysis afterwards');
  if (!isAnalysable(call)) throw rejected('The call has no transcript, so there is nothing to analyse');
}

/** Makes the analysis of a call pending, requested by this run or by none. True if it was not; `missing` without a call. */
export async function enqueueAnalysis(
  ports: Omit<RequestPorts, 'agents' | 'analysisWorker'>,
  call: CallLog,
  runId: string | null = null,
): Promise<boolean> {
  if (await add(ports, call, runId)) return true;
  const { callAnalyses, clock } = ports;
  return (await callAnalyses.restart(call.org_id, call.call_id, toPending(clock.now(), runId))) !== null;
}

/** Adds the analysis of a call that has none. A call that is erased at the same time keeps none. */
async function add(
  { callAnalyses, calls, callRecords, clock }: Omit<RequestPorts, 'agents' | 'analysisWorker'>,
  call: CallLog,
  runId: string | null = null,
): Promise<boolean> {
  const { org_id, call_id } = call;
  const isAdded = await callAnalyses.add(newAnalysis(call, clock.now(), runId));
  if (!isAdded || (await calls.find(org_id, call_id))) return isAdded;
  await callRecords.removeAll(org_id, call_id);
  throw missing('Call');
}

/**
 * Queues the analysis of a call that has just ended, if its agent asks for it. Notifications may repeat: a call is queued
 * once.
 */
export const queueEndedCall =
  (ports: RequestPorts) =>
  async (call: CallLog): Promise<void> => {
    if (!isAnalysable(call)) return;
    const agent = await ports.agents.find(call.org_id, call.agent_id);
    if (agent?.config.analysis && (await add(ports, call))) ports.analysisWorker.wake();
  };
