import { tracedCalls } from '../../../adapters/opentelemetry/calls.ts';
import { monitorStage, type VendorMonitor } from '../../../application/runtime/vendor-monitor.ts';

/** A vendor monitor that does nothing: traces of calls have no exporter. */
export const nullVendorMonitor = monitorStage(tracedCalls.begin('web'), 'llm');

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
