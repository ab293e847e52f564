import type { Stage } from '../../domain/calls/call-metrics.ts';
import type { MonitoredCall, VendorFault, VendorRequest } from '../ports/call-monitor.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';

/** Monitors the vendors of one stage of one call. */
export interface VendorMonitor {
  requestStarted(provider: string, model: string | null): VendorRequest;
  failed(provider: string, how: VendorFault): void;
  failedOver(from: string): void;
}

/** The monitor of a stage of a call. */
export const monitorStage = (call: MonitoredCall, stage: Stage): VendorMonitor => ({
  requestStarted: (provider, model) => call.vendorRequestStarted(stage, provider, model),
  failed: (provider, how) => call.vendorFailed(stage, provider, how),
  failedOver: (from) => call.vendorFailedOver(stage, from),
});

/** Whether a vendor's failure is retryable. */
export const faultOf = (cause: unknown): VendorFault =>
  cause instanceof VendorFailure && cause.retryable ? 'retryable' : 'final';
