import type { CallRecords } from '../ports/call-records.ts';
import type { CallMetricsRepository, CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { CostRecorder } from '../ports/costs.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  callMetrics,
  metricsReport,
  type CallMetrics,
  type CallMetricsBody,
  type CallMetricsReport,
} from '../../domain/calls/call-metrics.ts';
import { missing } from '../../domain/errors.ts';

interface MetricsPorts {
  readonly calls: CallRepository;
  readonly metrics: CallMetricsRepository;
  readonly callRecords: CallRecords;
  readonly costs: CostRecorder;
  readonly clock: Clock;
}

/**
 * Stores a call's metrics once, and the cost of its usage. Later calls return the stored document. A call that is erased at
 * the same time keeps none.
 */
export const recordMetrics =
  ({ calls, metrics, callRecords, costs, clock }: MetricsPorts) =>
  async (principal: Principal, callId: string, body: CallMetricsBody): Promise<CallMetrics> => {
    const { org_id } = allow(principal, 'calls.write');
    const call = await calls.find(org_id, callId);
    if (!call) throw missing('Call');
    const document = callMetrics(body, call, clock.now());
    const isAdded = await metrics.add(document);
    // Repeated as well: an earlier attempt may have stored the metrics and failed here.
    if (body.vendor_usage) await costs.record(call, 'conversation', body.vendor_usage);
    if (!(await calls.find(org_id, callId))) {
      await callRecords.removeAll(org_id, callId);
      throw missing('Call');
    }
    if (isAdded) return document;
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
