import type { CallMonitor, MonitoredCall } from '../application/ports/call-monitor.ts';

/** Combines two call monitors. Events go to the first one first. Work runs within both. */
export const combineMonitors = (first: CallMonitor, second: CallMonitor): CallMonitor => ({
  begin: (kind) => combineCalls(first.begin(kind), second.begin(kind)),
});

const combineCalls = (one: MonitoredCall, other: MonitoredCall): MonitoredCall => ({
  identify: (call) => [one, other].forEach((each) => each.identify(call)),
  run: (work) => one.run(() => other.run(work)),
  onEvent(event) {
    one.onEvent(event);
    other.onEvent(event);
  },
  vendorRequestStarted(...about) {
    const works = [one.vendorRequestStarted(...about), other.vendorRequestStarted(...about)];
    return {
      firstOutput: () => works.forEach((work) => work.firstOutput()),
      used: (...end) => works.forEach((work) => work.used(...end)),
      ended: (fault) => works.forEach((work) => work.ended(fault)),
    };
  },
  vendorFailed: (...about) => [one, other].forEach((each) => each.vendorFailed(...about)),
  vendorFailedOver: (...about) => [one, other].forEach((each) => each.vendorFailedOver(...about)),
  refused: (problem) => [one, other].forEach((each) => each.refused(problem)),
  ended: (reason) => [one, other].forEach((each) => each.ended(reason)),
});
