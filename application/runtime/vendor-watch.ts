import type { Stage } from '../../domain/calls/call-metrics.ts';
import type { MonitoredCall, VendorFault, VendorWork } from '../ports/call-monitor.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';

/** Watches those who do the work of one stage in one call. */
export interface VendorWatch {
  asked(provider: string, model: string | null): VendorWork;
  failed(provider: string, how: VendorFault): void;
  changedOver(from: string): void;
}

/** Watches a stage of a call. */
export const watching = (call: MonitoredCall, stage: Stage): VendorWatch => ({
  asked: (provider, model) => call.asked(stage, provider, model),
  failed: (provider, how) => call.vendorFailed(stage, provider, how),
  changedOver: (from) => call.changedOver(stage, from),
});

/** How a vendor failed at its work. */
export const faultOf = (cause: unknown): VendorFault =>
  cause instanceof VendorFailure && cause.retryable ? 'retryable' : 'final';
