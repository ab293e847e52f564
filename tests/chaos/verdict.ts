import { percentile } from '../../bench/statistics.ts';
import {
  TERMINAL_MS,
  type Fault,
  type LiveCall,
  type Probe,
  type Question,
  type Records,
  type Service,
} from './records.ts';

/** Longer than an agent takes to answer on a machine where processes start all the time, in ms. */
const ANSWER_MS = 10_000;
/** How long a fault still shows after it, in ms: proxies have to see that a process is back, and clients to try again. */
const AFTER_MS = 5_000;
/** How much slower requests to the API may be while nothing is wrong. */
const SLOWER = 2;

/** One promise, what was measured, and whether it was kept. */
export interface PromiseResult {
  readonly promise: string;
  readonly measured: string;
  readonly isKept: boolean;
}

/** Whether one of the faults of these services shows in this span. */
function showsIn(faults: readonly Fault[], services: readonly Service[], from: number, until: number): boolean {
  return faults.some(
    (fault) => services.includes(fault.service) && fault.from < until && fault.until + AFTER_MS > from,
  );
}

/** Calls whose runtime had no fault while they lasted. */
const unaffected = ({ calls, faults }: Records): LiveCall[] =>
  calls.filter(({ process, from, until }) => {
    const own = faults.filter((fault) => fault.process === process);
    return process !== null && !showsIn(own, ['runtime'], from, until);
  });

/** Questions that had all of their time, and models all the while. */
const answerable = ({ faults }: Records, { questions, until }: LiveCall): Question[] =>
  questions.filter(({ at }) => at + ANSWER_MS < until && !showsIn(faults, ['gateway'], at, at + ANSWER_MS));

const isLate = ({ at, answeredAt }: Question): boolean => answeredAt === null || answeredAt - at > ANSWER_MS;

const p99 = (probes: readonly Probe[]): number =>
  percentile(
    probes.map(({ ms }) => ms),
    0.99,
  );

/** What a run shows about the promises. */
export function findings(records: Records): PromiseResult[] {
  const { calls, contacts, listed, processed, openLogs } = records;
  const times = new Map<string, number>();
  for (const { to } of records.dialled) times.set(to, (times.get(to) ?? 0) + 1);
  const twice = [...times.values()].filter((count) => count > 1).length;
  const unknown = contacts.filter(({ outcome }) => outcome === 'unknown').length;
  const lost = contacts.filter(
    ({ phone_number, is_final, outcome }) => !is_final || (!times.has(phone_number) && outcome !== 'unknown'),
  ).length;
  const began = calls.filter(({ process }) => process !== null);
  const waits = began.map(({ until, terminalAt }) => (terminalAt ?? Infinity) - until);
  // The log of a call that was registered and never connected does not change.
  const overdue = waits.filter((ms) => ms > TERMINAL_MS).length;
  const left = calls.filter(({ terminalAt, neverConnected }) => terminalAt === null && !neverConnected).length;
  const quiet = unaffected(records);
  const cut = quiet.filter(({ hasHungUp }) => !hasHungUp).length;
  const questions = quiet.flatMap((call) => answerable(records, call));
  const late = questions.filter(isLate).length;
  return [
    { promise: 'no contact is dialled twice', measured: `${twice} of ${times.size}`, isKept: twice === 0 },
    {
      promise: 'no contact is lost',
      measured: `${lost} lost, ${unknown} unknown, ${contacts.length} of ${listed} stored, ${processed} counted`,
      isKept: lost === 0 && contacts.length === listed && processed === listed,
    },
    {
      promise: `every log is terminal within ${TERMINAL_MS / 1_000} s of the end of its call`,
      measured: `${(Math.max(0, ...waits) / 1_000).toFixed(1)} s at most, ${overdue} of ${began.length} calls later; ${left} of ${calls.length} registered ones and ${openLogs} of the campaign stay open`,
      isKept: left === 0 && openLogs === 0 && overdue === 0,
    },
    {
      promise: 'calls of other processes are not disturbed',
      measured: `${cut} of ${quiet.length} cut off, ${late} of ${questions.length} questions without an answer in ${ANSWER_MS / 1_000} s`,
      isKept: quiet.length > 0 && questions.length > 0 && cut === 0 && late === 0,
    },
    apiFinding(records),
  ];
}

/** Requests while nothing is wrong, in comparison with those before the first fault. */
function apiFinding({ probes, faults, faultsFrom, faultsUntil }: Records): PromiseResult {
  const before = probes.filter(({ at }) => at < faultsFrom);
  const during = probes.filter(
    ({ at, ms }) => at >= faultsFrom && at < faultsUntil && !showsIn(faults, ['api'], at, at + ms),
  );
  const isEnough = before.length > 100 && during.length > 100;
  const ratio = isEnough ? p99(during) / p99(before) : NaN;
  return {
    promise: `outside faults the API's p99 is at most ${SLOWER} times that before them`,
    measured: `${p99(during).toFixed(0)} ms of ${during.length}, before ${p99(before).toFixed(0)} ms of ${before.length}: ${ratio.toFixed(2)}`,
    isKept: ratio <= SLOWER,
  };
}
