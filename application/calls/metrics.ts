import type { CallMetricsRepository, CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  callMetrics,
  metricsReport,
  type CallMetrics,
  type CallMetricsBody,
  type CallMetricsReport,
} from '../../domain/calls/call-metrics.ts';
import { missing } from '../../domain/errors.ts';

/** Stores a call's metrics once. Later calls return the stored document. */
export const recordMetrics =
  ({ calls, metrics, clock }: { calls: CallRepository; metrics: CallMetricsRepository; clock: Clock }) =>
  async (principal: Principal, callId: string, body: CallMetricsBody): Promise<CallMetrics> => {
    const { org_id } = allow(principal, 'calls.write');
    if (!(await calls.find(org_id, callId))) throw missing('Call');
    const document = callMetrics(body, { call_id: callId, org_id, now: clock.now() });
    if (await metrics.add(document)) return document;
    const existing = await metrics.find(org_id, callId);
    if (!existing) throw missing('Metrics');
    return existing;
  };

/** Reads a call's metrics with the averages per stage. */
export const readMetrics =
  ({ metrics }: { metrics: CallMetricsRepository }) =>
  async (principal: Principal, callId: string): Promise<CallMetricsReport> => {
    const document = await metrics.find(allow(principal, 'calls.read').org_id, callId);
    if (!document) throw missing('Metrics');
    return metricsReport(document);
  };
