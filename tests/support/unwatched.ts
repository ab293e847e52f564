import type { CallMonitor, MonitoredCall, VendorWork } from '../../application/ports/call-monitor.ts';
import type { CampaignMeter, IngestMeter } from '../../application/ports/meters.ts';
import type { VendorWatch } from '../../application/runtime/vendor-watch.ts';

const nothing = (): void => undefined;

const unwatchedWork: VendorWork = { begun: nothing, used: nothing, ended: nothing };

/** Nobody watches the vendors of a stage. */
export const unwatched: VendorWatch = { asked: () => unwatchedWork, failed: nothing, changedOver: nothing };

/** Watches vendors, and writes down what it is told. */
export function rememberingWatch(): { readonly watch: VendorWatch; readonly notes: string[] } {
  const notes: string[] = [];
  const note = (...words: unknown[]): void => void notes.push(words.join(' '));
  const watch: VendorWatch = {
    asked(provider, model) {
      note('asked', provider, model);
      return {
        begun: () => note(provider, 'begun'),
        used: (usage, reason) => note(provider, reason, usage?.input, usage?.output),
        ended: (fault) => note(provider, fault ?? 'ended'),
      };
    },
    failed: (provider, how) => note(provider, how),
    changedOver: (from) => note('instead of', from),
  };
  return { watch, notes };
}

/** Nobody watches a call. */
export const unmonitoredCall: MonitoredCall = {
  run: (work) => work(),
  asked: () => unwatchedWork,
  ...{ named: nothing, see: nothing, vendorFailed: nothing, changedOver: nothing, refused: nothing, ended: nothing },
};

/** Nobody watches any call. */
export const unmonitored: CallMonitor = { begin: () => unmonitoredCall };

const campaignMeter: CampaignMeter = { dialled: nothing, answered: nothing, settled: nothing };
const ingestMeter: IngestMeter = { begun: nothing, tried: nothing };

/** Nobody counts. */
export const uncounted = { campaignMeter, ingestMeter };
