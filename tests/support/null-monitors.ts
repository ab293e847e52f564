import type { CallMonitor, MonitoredCall, VendorRequest } from '../../application/ports/call-monitor.ts';
import type { CampaignMeter, IngestMeter } from '../../application/ports/meters.ts';
import type { VendorMonitor } from '../../application/runtime/vendor-monitor.ts';

const nothing = (): void => undefined;

const nullVendorRequest: VendorRequest = { firstOutput: nothing, used: nothing, ended: nothing };

/** A vendor monitor that does nothing. */
export const nullVendorMonitor: VendorMonitor = {
  requestStarted: () => nullVendorRequest,
  failed: nothing,
  failedOver: nothing,
};

/** A vendor monitor that records every report. */
export function recordingVendorMonitor(): { readonly watch: VendorMonitor; readonly notes: string[] } {
  const notes: string[] = [];
  const record = (...words: unknown[]): void => void notes.push(words.join(' '));
  const watch: VendorMonitor = {
    requestStarted(provider, model) {
      record('asked', provider, model);
      return {
        firstOutput: () => record(provider, 'begun'),
        used: (usage, reason) => record(provider, reason, usage?.input, usage?.output),
        ended: (fault) => record(provider, fault ?? 'ended'),
      };
    },
    failed: (provider, how) => record(provider, how),
    failedOver: (from) => record('instead of', from),
  };
  return { watch, notes };
}

/** A monitored call that does nothing. */
export const nullMonitoredCall: MonitoredCall = {
  run: (work) => work(),
  vendorRequestStarted: () => nullVendorRequest,
  ...{
    identify: nothing,
    onEvent: nothing,
    vendorFailed: nothing,
    vendorFailedOver: nothing,
    refused: nothing,
    ended: nothing,
  },
};

/** A call monitor that does nothing. */
export const nullMonitor: CallMonitor = { begin: () => nullMonitoredCall };

const campaignMeter: CampaignMeter = { dialled: nothing, answered: nothing, outcomesRecorded: nothing };
const ingestMeter: IngestMeter = { started: nothing, attempted: nothing };

/** Meters that count nothing. */
export const nullMeters = { campaignMeter, ingestMeter };
