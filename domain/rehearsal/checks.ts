import type { ToolCallRecord } from '../calls/tool-call-record.ts';
import { checkEvents } from './check-events.ts';
import { containsText, matchesText, patternOf } from './timeline.ts';
import type { CallRecord } from './call-record.ts';
import { repeatedQuestion } from './repeated-questions.ts';
import { quantile } from './pass-rates.ts';
import type { ExpectedCall, Expectations } from './suite.ts';

/** Whether something expected is true of a conversation, and what was seen instead. `null`: it cannot be known. */
export interface CallCheck {
  readonly name: string;
  readonly ok: boolean | null;
  /** Empty where it is true. */
  readonly detail: string;
}

type Checker<Name extends keyof Expectations> = (
  expected: NonNullable<Expectations[Name]>,
  record: CallRecord,
) => readonly CallCheck[];

const check = (name: string, ok: boolean | null, detail: string): CallCheck => ({ name, ok, detail: ok ? '' : detail });

/** Every check of these expectations. Judges have their own. */
export function checkConversation(expected: Expectations, record: CallRecord): CallCheck[] {
  const names = Object.keys(expected) as (keyof Expectations)[];
  return [
    ...stopChecks(record),
    ...names.flatMap((name) => {
      const checker = CHECKERS[name] as ((wanted: unknown, record: CallRecord) => readonly CallCheck[]) | undefined;
      return checker && expected[name] !== undefined ? checker(expected[name], record) : [];
    }),
  ];
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
  calls: (expected, { calls }) => expected.map((call) => callCheck(call, calls)),
  fields: (expected, { fields }) =>
    Object.entries(expected).map(([name, value]) =>
      check(
        `collects ${name}: ${inWords(value)}`,
        fields && isPart(value, fields[name]),
        fields === null ? 'fields cannot be seen here' : `${name} is ${inWords(fields[name])}`,
      ),
    ),
  stages: (expected, { stages }) => [
    visitsCheck(
      'stages',
      expected,
      stages.map(({ stage, by }) => [stage, `${stage} by ${by}`]),
    ),
  ],
  agents: (expected, { agents }) => [agentsCheck(expected, agents)],
  says: (expected, record) =>
    expected.map((text) =>
      check(
        `says ${text}`,
        agentWords(record).some((words) => containsText(text, words)),
        'the agent never says it',
      ),
    ),
  never_says: (expected, record) =>
    expected.map((text) => {
      const found = agentWords(record).find((words) => containsText(text, words));
      return check(`never says ${text}`, found === undefined, `the agent says: ${found ?? ''}`);
    }),
  ended: (expected, { ended, stopped }) => {
    const reasons = typeof expected === 'string' ? [expected] : expected;
    const is = ended ?? `stopped: ${stopped}`;
    return [check(`ends: ${reasons.join(' or ')}`, reasons.includes(is), `it ended: ${is}`)];
  },
  latency_ms: latencyChecks,
  most_turns: (most, { turns }) => [check(`takes at most ${most} turns`, turns <= most, `it took ${turns}`)],
  most_seconds: (most, { lengthMs }) => [
    check(`takes at most ${most} s`, lengthMs <= most * 1_000, `it took ${(lengthMs / 1_000).toFixed(1)} s`),
  ],
  no_repeated_question: (_expected, record) => {
    const repeated = repeatedQuestion(record.transcript);
    return [check('repeats no question', repeated === null, `the agent asks again: ${repeated ?? ''}`)];
  },
  state: (expected, record) => [
    'state' in record
      ? check('leaves the expected state', isPart(expected, record.state), difference(expected, record.state))
      : check('leaves the expected state', null, 'there is no service whose state could be seen'),
  ],
  events: (expected, { events, unseen = [] }) => {
    const visible = expected.filter((step) => !unseen.includes(patternOf(step).name));
    const problems = checkEvents(visible, events);
    const isAll = visible.length === expected.length;
    return problems.length === 0 && !isAll
      ? [check('has the expected events', null, 'some of them cannot be seen here')]
      : [check('has the expected events', problems.length === 0, problems.join('; '))];
  },
};

/** What the agent said, speech by speech. */
const agentWords = ({ transcript }: CallRecord): string[] =>
  transcript.flatMap(({ speaker, words }) => (speaker === 'agent' ? [words] : []));

function callCheck(
  { tool, with: wanted, times, absent, outcome }: ExpectedCall,
  calls: CallRecord['calls'],
): CallCheck {
  const withText = wanted ? ` with ${inWords(wanted)}` : '';
  const name = absent
    ? `never calls ${tool}${withText}`
    : `calls ${tool}${withText}${times === undefined ? '' : ` ${times} times`}${outcome ? `: ${outcome}` : ''}`;
  if (!calls) return check(name, null, 'tool calls cannot be seen here');
  const ofTool = calls.filter((call) => call.name === tool);
  const fitting = ofTool.filter(
    (call) => (!wanted || isPart(wanted, parsed(call.arguments))) && (!outcome || call.outcome === outcome),
  );
  const seen =
    ofTool.length === 0
      ? `${tool} was not called`
      : ofTool.map(callInWords).join('; ');
  if (absent) return check(name, fitting.length === 0, seen);
  return check(name, times === undefined ? fitting.length > 0 : fitting.length === times, seen);
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

/** Whether these are visited in this order. Each has two names, of which the first one is told. */
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

/** Whether this is a part of a value: each of its members is. Texts match as everywhere; lists have the same length. */
function isPart(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'string')
    return (typeof actual === 'string' || typeof actual === 'number') && matchesText(expected, String(actual));
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((each, at) => isPart(each, (actual as unknown[])[at]))
    );
  if (!isRecord(expected)) return expected === actual;
  return isRecord(actual) && Object.entries(expected).every(([name, each]) => isPart(each, actual[name]));
}

/** The first place where a value is not as expected, in words. */
function difference(expected: unknown, actual: unknown, path = ''): string {
  if (isRecord(expected) && isRecord(actual)) {
    const wrong = Object.entries(expected).find(([name, each]) => !isPart(each, actual[name]));
    if (wrong) return difference(wrong[1], actual[wrong[0]], path === '' ? wrong[0] : `${path}.${wrong[0]}`);
  }
  return `${path === '' ? 'it' : path} is ${inWords(actual)}, not ${inWords(expected)}`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const WORDS_MAX = 300;

const inWords = (value: unknown): string => {
  const text = value === undefined ? 'absent' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX)}…` : text;
};
