import type { ToolCallRecord } from '../calls/tool-call-record.ts';
import { difference, inWords, isPart, memberOf } from './part-of-value.ts';
import type { StepBudget } from '../script/pattern.ts';
import { allAtOnce, type Steps } from '../steps.ts';
import { eventSteps } from './check-events.ts';
import { partMatcher, patternOf } from './timeline.ts';
import type { CallRecord } from './call-record.ts';
import { repeatedQuestion } from './repeated-questions.ts';
import { quantile } from './pass-rates.ts';
import { retrySeconds } from './dialled-call.ts';
import type { ExpectedCall, ExpectedOutcome, Expectations } from './suite.ts';

/** Whether something expected is true of a conversation, and what was seen instead. `null`: it cannot be known. */
export interface CallCheck {
  readonly name: string;
  readonly ok: boolean | null;
  /** Empty where it is true. */
  readonly detail: string;
}

type Checks = readonly CallCheck[];
type Checker<Name extends keyof Expectations> = (
  expected: NonNullable<Expectations[Name]>,
  record: CallRecord,
  budget: StepBudget,
) => Checks | Steps<Checks>;

/** Most steps of all comparisons of a conversation: about a second. Those that need more are undecided. */
const STEPS_MAX = 20_000_000;

const check = (name: string, ok: boolean | null, detail: string): CallCheck => ({ name, ok, detail: ok ? '' : detail });

/** Every check of these expectations. Judges have their own. */
export const checkConversation = (expected: Expectations, record: CallRecord): CallCheck[] =>
  allAtOnce(checkSteps(expected, record));

/** The same in steps, between which other work may run: a suite can make them long. */
export function* checkSteps(expected: Expectations, record: CallRecord): Steps<CallCheck[]> {
  const checks = stopChecks(record);
  const budget = { left: STEPS_MAX };
  for (const name of Object.keys(expected) as (keyof Expectations)[]) {
    const checker = CHECKERS[name] as
      | ((wanted: unknown, record: CallRecord, budget: StepBudget) => Checks | Steps<Checks>)
      | undefined;
    if (!checker || expected[name] === undefined) continue;
    const found = checker(expected[name], record, budget);
    checks.push(...('next' in found ? yield* found : found));
  }
  return checks;
}

const STOPS = {
  turns: 'it was stopped at the most turns that the suite allows',
  seconds: 'it was stopped at the most seconds that the suite allows',
  gave_up: 'the caller gave up, because what they waited for did not come',
  stuck: 'it was stopped because it was stuck: for three turns neither side said or did anything new',
};

/** A conversation that had to be stopped has not passed. */
const stopChecks = ({ stopped }: CallRecord): CallCheck[] =>
  stopped === null ? [] : [check('comes to an end', false, STOPS[stopped])];

const CHECKERS: Omit<{ readonly [Name in keyof Required<Expectations>]: Checker<Name> }, 'judged'> & {
  /** Judges have their own. */
  readonly judged?: never;
} = {
  *calls(expected, { calls }, budget) {
    const known = calls && calls.map((call) => ({ ...call, given: parsed(call.arguments) }));
    const checks: CallCheck[] = [];
    for (const call of expected) checks.push(yield* callCheck(call, known, budget));
    return checks;
  },
  *fields(expected, { fields }, budget) {
    const checks: CallCheck[] = [];
    for (const [name, value] of Object.entries(expected)) {
      const detail = fields === null ? 'fields cannot be seen here' : `${name} is ${inWords(memberOf(fields, name))}`;
      const ok = fields && (yield* isPart(value, memberOf(fields, name), budget));
      checks.push(decided(`collects ${name}: ${inWords(value)}`, ok, detail, fields !== null));
    }
    return checks;
  },
  stages: (expected, { stages }) => [
    visitsCheck(
      'stages',
      expected,
      stages.map(({ stage, by }) => [stage, `${stage} by ${by}`]),
    ),
  ],
  agents: (expected, { agents }) => [agentsCheck(expected, agents)],
  *says(expected, record, budget) {
    const checks: CallCheck[] = [];
    for (const text of expected) {
      const { found, isAll } = yield* firstWith(text, agentWords(record), budget);
      const ok = found !== null || (isAll ? false : null);
      checks.push(decided(`says ${text}`, ok, 'the agent never says it'));
    }
    return checks;
  },
  *never_says(expected, record, budget) {
    const checks: CallCheck[] = [];
    for (const text of expected) {
      const { found, isAll } = yield* firstWith(text, agentWords(record), budget);
      const ok = found !== null ? false : isAll || null;
      checks.push(decided(`never says ${text}`, ok, `the agent says: ${found ?? ''}`));
    }
    return checks;
  },
  ended: (expected, { ended, stopped }) => {
    const reasons = typeof expected === 'string' ? [expected] : expected;
    const is = ended ?? `stopped: ${stopped}`;
    return [check(`ends: ${reasons.join(' or ')}`, reasons.includes(is), `it ended: ${is}`)];
  },
  outcome: outcomeChecks,
  latency_ms: latencyChecks,
  most_turns: (most, { turns }) => [check(`takes at most ${most} turns`, turns <= most, `it took ${turns}`)],
  most_seconds: (most, { lengthMs }) => [
    check(`takes at most ${most} s`, lengthMs <= most * 1_000, `it took ${(lengthMs / 1_000).toFixed(1)} s`),
  ],
  *no_repeated_question(_expected, record) {
    const repeated = yield* repeatedQuestion(record.transcript);
    return [check('repeats no question', repeated === null, `the agent asks again: ${repeated ?? ''}`)];
  },
  *state(expected, record, budget) {
    const name = 'leaves the expected state';
    if (!('state' in record)) return [check(name, null, 'there is no service whose state could be seen')];
    const ok = yield* isPart(expected, record.state, budget);
    return [decided(name, ok, ok ? '' : yield* difference(expected, record.state, budget))];
  },
  *events(expected, { events, unseen = [] }, budget) {
    const name = 'has the expected events';
    const visible = expected.filter((step) => !unseen.includes(patternOf(step).name));
    const problems = yield* eventSteps(visible, events, budget);
    if (budget.left < 0) return [decided(name, null, '')];
    const isAll = visible.length === expected.length;
    return problems.length === 0 && !isAll
      ? [check(name, null, 'some of them cannot be seen here')]
      : [check(name, problems.length === 0, problems.join('; '))];
  },
};

/** A check that is null where the budget of comparisons did not suffice, unless nothing can be seen. */
const decided = (name: string, ok: boolean | null, detail: string, isSeen = true): CallCheck =>
  check(name, ok, ok === null && isSeen ? 'its expressions take too long to compare' : detail);

/** The first text with this part, and whether all before it could be compared. */
function* firstWith(
  part: string,
  texts: readonly string[],
  budget: StepBudget,
): Steps<{ readonly found: string | null; readonly isAll: boolean }> {
  const contains = partMatcher(part);
  let isAll = true;
  for (const text of texts) {
    const is = yield* contains(text, budget);
    if (is) return { found: text, isAll };
    isAll &&= is !== null;
  }
  return { found: null, isAll };
}

/** What the agent said, speech by speech. */
const agentWords = ({ transcript }: CallRecord): string[] =>
  transcript.flatMap(({ speaker, words }) => (speaker === 'agent' ? [words] : []));

interface KnownCall extends ToolCallRecord {
  readonly given: unknown;
}

function* callCheck(wanted: ExpectedCall, calls: readonly KnownCall[] | null, budget: StepBudget): Steps<CallCheck> {
  const { tool, times, absent } = wanted;
  const name = callName(wanted);
  if (!calls) return check(name, null, 'tool calls cannot be seen here');
  const ofTool = calls.filter((call) => call.name === tool);
  const seen = ofTool.length === 0 ? `${tool} was not called` : ofTool.map(callInWords).join('; ');
  const fitting = yield* countFitting(wanted, ofTool, budget);
  if (fitting === null) return decided(name, null, seen);
  if (absent) return check(name, fitting === 0, seen);
  return check(name, times === undefined ? fitting > 0 : fitting === times, seen);
}

function callName({ tool, with: wanted, times, absent, outcome }: ExpectedCall): string {
  const withText = wanted ? ` with ${inWords(wanted)}` : '';
  return absent
    ? `never calls ${tool}${withText}`
    : `calls ${tool}${withText}${times === undefined ? '' : ` ${times} times`}${outcome ? `: ${outcome}` : ''}`;
}

/** How many calls are as expected. Null: not all of them could be compared. */
function* countFitting(
  { with: wanted, outcome }: ExpectedCall,
  calls: readonly KnownCall[],
  budget: StepBudget,
): Steps<number | null> {
  const found: (boolean | null)[] = [];
  for (const call of calls)
    if (!outcome || call.outcome === outcome)
      found.push(wanted === undefined || (yield* isPart(wanted, call.given, budget)));
  return found.includes(null) ? null : found.filter((fits) => fits).length;
}

/** A call, and what the model read of it where it failed. */
const callInWords = ({ name, arguments: given, outcome, answer }: ToolCallRecord): string =>
  `${name} ${given}: ${outcome}${outcome === 'ok' || answer === null ? '' : ` (${inWords(answer)})`}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function agentsCheck(expected: readonly string[], agents: CallRecord['agents']): CallCheck {
  const name = expected.length === 0 ? 'is not handed over' : `comes to ${expected.join(', ')}`;
  if (agents === null) return check(name, null, 'agents cannot be seen here');
  const visits = agents.map((agent) => [agent.name, `${agent.name} by ${agent.target}`] as const);
  if (expected.length > 0) return visitsCheck('agents', expected, visits);
  return check(name, visits.length === 0, `the agents were: ${agents.map((agent) => agent.name).join(', ')}`);
}

/** Whether these are visited in this order. Each has two names, of which problems have the first. */
function visitsCheck(
  what: 'stages' | 'agents',
  expected: readonly string[],
  visits: readonly (readonly [string, string])[],
): CallCheck {
  let place = -1;
  const missing = expected.find((wanted) => {
    place = visits.findIndex((names, at) => at > place && names.includes(wanted));
    return place < 0;
  });
  const seen = visits.map(([stage]) => stage).join(', ') || 'none';
  return check(`comes to ${expected.join(', ')}`, missing === undefined, `the ${what} were: ${seen}`);
}

function outcomeChecks(
  { attempt = 1, retry_config, ...expected }: ExpectedOutcome,
  { outcome }: CallRecord,
): readonly CallCheck[] {
  if (!outcome) return [check('has the expected outcome', null, 'only calls of the telephone have one')];
  const { status, call_response } = outcome;
  const is = { status, call_response, retry_seconds: retrySeconds(outcome, attempt, retry_config) };
  return (Object.keys(is) as (keyof typeof is)[])
    .filter((name) => expected[name] !== undefined)
    .map((name) =>
      check(`comes to ${name} ${expected[name] ?? 'none'}`, is[name] === expected[name], `it is ${is[name] ?? 'none'}`),
    );
}

function latencyChecks(
  expected: NonNullable<Expectations['latency_ms']>,
  { latenciesMs }: CallRecord,
): readonly CallCheck[] {
  const shares = { median: 0.5, p95: 0.95, max: 1 } as const;
  return Object.entries(expected).map(([name, most]) => {
    const value = quantile(latenciesMs, shares[name as keyof typeof shares]);
    return check(
      `answers within ${most} ms (${name})`,
      value === null ? null : value <= most,
      value === null ? 'there was no reply' : `it was ${Math.round(value)} ms`,
    );
  });
}
