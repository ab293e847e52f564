import { isPlainText } from '../plain-text.ts';
import { slowPatternProblem } from './timeline.ts';
import type { Expectations, PlannedConversation, Suite } from './suite.ts';

/** What is wrong in a suite, and where: a JSON pointer. */
export interface SuiteProblem {
  readonly path: string;
  readonly problem: string;
}

/** Bounds of a suite that is held in the API: virtual time costs processor time of others. */
const [TURNS_MAX, SECONDS_MAX, JUDGEMENTS_MAX] = [200, 3_600, 20];
const TITLE_MAX = 200;
/** Most items of a list of expectations. */
const LISTED_MAX = 50;
/** Most problems that an error lists. */
const PROBLEMS_MAX = 50;

/** Longest part of a name in an error. */
const PLACE_MAX = 64;

/** What the API does not take of a suite that the command does: other people's processes hold it. */
export function apiSuiteProblems(suite: Suite): SuiteProblem[] {
  const { limits = {}, judge } = suite;
  const patterns = [
    ...expectationProblems('/expect', suite.expect),
    ...suite.conversations.flatMap((conversation, at) => conversationProblems(`/conversations/${at}`, conversation)),
  ];
  return [
    ...titleProblem('/title', suite.title),
    ...suite.conversations.flatMap(({ title }, at) => titleProblem(`/conversations/${at}/title`, title)),
    ...most('/limits/turns', limits.turns, TURNS_MAX),
    ...most('/limits/seconds', limits.seconds, SECONDS_MAX),
    ...most('/judge/judgements', judge?.judgements, JUDGEMENTS_MAX),
    ...patterns,
  ].slice(0, PROBLEMS_MAX);
}

const titleProblem = (path: string, title: string): SuiteProblem[] =>
  title.length <= TITLE_MAX && isPlainText(title)
    ? []
    : [{ path, problem: `must be one line of at most ${TITLE_MAX} characters` }];

const most = (path: string, value: number | undefined, maximum: number): SuiteProblem[] =>
  value === undefined || value <= maximum ? [] : [{ path, problem: `must be at most ${maximum}` }];

function conversationProblems(path: string, { caller = [], expect }: PlannedConversation): SuiteProblem[] {
  const waits = caller.map(({ after }) => after ?? null);
  return [...expectationProblems(`${path}/expect`, expect), ...slowTexts(`${path}/caller`, waits)];
}

/** Lists without a bound are neither read nor judged. */
function expectationProblems(path: string, expect: Expectations = {}): SuiteProblem[] {
  const long = (['says', 'never_says', 'calls', 'events', 'judged', 'agents'] as const)
    .filter((name) => (expect[name]?.length ?? 0) > LISTED_MAX)
    .map((name) => ({ path: `${path}/${name}`, problem: `must have at most ${LISTED_MAX} items` }));
  if (long.length > 0) return long;
  const judgements = (expect.judged ?? []).flatMap((each, at) =>
    typeof each === 'string' ? [] : most(`${path}/judged/${at}/judgements`, each.judgements, JUDGEMENTS_MAX),
  );
  return [...judgements, ...patternProblems(path, expect)];
}

/** Everything that is compared with what was said or done. */
const patternProblems = (path: string, expect: Expectations = {}): SuiteProblem[] =>
  (['says', 'never_says', 'fields', 'calls', 'state', 'events'] as const).flatMap((name) =>
    slowTexts(`${path}/${name}`, expect[name]),
  );

const slowTexts = (path: string, value: unknown): SuiteProblem[] =>
  textsIn(path, value).flatMap(({ path: at, text }) => {
    const problem = slowPatternProblem(text);
    return problem === null ? [] : [{ path: at, problem: `has an expression that may take long: it ${problem}` }];
  });

/** Every text in a value, and where it is. */
export function textsIn(path: string, value: unknown): { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(inside(path, name), each));
}

/** Why only the command can hold a suite. Empty: the API can as well. */
export const commandOnly = ({ live, server }: Suite): SuiteProblem[] => [
  ...(live ? [{ path: '/live', problem: 'lets tools really be called, which only the command does' }] : []),
  ...(server === undefined ? [] : [{ path: '/server', problem: 'is a program, which only the command runs' }]),
];

/** The JSON pointer of a field. */
export const inside = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The names that a JSON pointer leads through. */
export const namesIn = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A problem in a line, as `conversations[0].persona is required`. */
export const problemLine = ({ path, problem }: SuiteProblem): string => {
  const place = namesIn(path).map(placeOf).join('').replace(/^\./, '');
  return `${place || 'The top level'} ${problem}`;
};

function placeOf(name: string): string {
  if (/^\d{1,9}$/.test(name)) return `[${name}]`;
  return /^\w{1,64}$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, PLACE_MAX))}]`;
}
