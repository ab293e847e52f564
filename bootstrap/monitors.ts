import type { CallMonitor, MonitoredCall } from '../application/ports/call-monitor.ts';

/** Combines two call monitors. Events go to the first one first. Work runs within both. */
export const combineMonitors = (first: CallMonitor, second: CallMonitor): CallMonitor => ({
  begin: (kind) => combineCalls(first.begin(kind), second.begin(kind)),
});

const combineCalls = (one: MonitoredCall, other: MonitoredCall): MonitoredCall => ({
  named: (call) => [one, other].forEach((each) => each.named(call)),
  run: (work) => one.run(() => other.run(work)),
  see(event) {
    one.see(event);
    other.see(event);
  },
  asked(...about) {
    const works = [one.asked(...about), other.asked(...about)];
    return {
      begun: () => works.forEach((work) => work.begun()),
      used: (...end) => works.forEach((work) => work.used(...end)),
      ended: (fault) => works.forEach((work) => work.ended(fault)),
    };
  },
  vendorFailed: (...about) => [one, other].forEach((each) => each.vendorFailed(...about)),
  changedOver: (...about) => [one, other].forEach((each) => each.changedOver(...about)),
  refused: (problem) => [one, other].forEach((each) => each.refused(problem)),
  ended: (reason) => [one, other].forEach((each) => each.ended(reason)),
});
