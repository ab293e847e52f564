import { invalid } from '../errors.ts';
import { allAtOnce, type Steps } from '../steps.ts';
import type { PatternFlags } from './character-properties.ts';
import { parsePattern, type Boundary, type Repeat, type Syntax } from './pattern-syntax.ts';

/**
 * A regular expression from untrusted input. Matching does not backtrack; its cost is `size` times the length of the
 * text.
 */
export interface Pattern {
  /** Number of states. */
  readonly size: number;
  /** Number of capturing groups. */
  readonly groups: number;
  /**
   * Leftmost match and its groups, as `RegExp.exec` with the same flags. Null without a match. Consumes the budget, and
   * also returns null when it is exhausted: check `budget.left`.
   */
  match(text: string, budget: StepBudget): PatternMatch;
  /** The same, in steps of about half a millisecond. */
  matching(text: string, budget: StepBudget): Steps<PatternMatch>;
}

/** A match and its groups, the whole match first. */
type PatternMatch = readonly (string | undefined)[] | null;

/** Remaining steps of matching: one per visited state and compared character. */
export interface StepBudget {
  left: number;
}

/** A state of the automaton and its successors. A fork prefers the first one. */
type State =
  | { readonly do: 'char'; readonly matches: (char: string) => boolean; readonly next: State }
  | { readonly do: 'boundary'; readonly test: Boundary; readonly next: State }
  | { readonly do: 'mark'; readonly slot: number; readonly next: State }
  | { readonly do: 'forget'; readonly from: number; readonly to: number; readonly next: State }
  | Fork
  | { readonly do: 'done' };

interface Fork {
  readonly do: 'fork';
  first: State;
  second: State;
}

/**
 * Captures of a thread, newest first. Threads share the tail, so recording is independent of the number of groups. A
 * mark sets a slot. A reset clears the slots of a loop's groups at a new iteration.
 */
type Captures =
  | { readonly slot: number; readonly at: number; readonly before: Captures }
  | { readonly from: number; readonly to: number; readonly before: Captures }
  | null;

const SOURCE_MAX = 500;
const STATES_MAX = 2_000;
/** Steps of matching after which other work may run. */
const STEPS_PER_PAUSE = 5_000;

/**
 * Compiles a pattern, case-insensitive unless flags say otherwise. Throws `invalid` with a message that begins with "must".
 * The states are made for the first match, because most patterns are only checked.
 */
export function compilePattern(source: string, flags: PatternFlags = 'iu'): Pattern {
  if (source.length > SOURCE_MAX) throw invalid(`must have at most ${SOURCE_MAX} characters`);
  const { syntax, groups } = parsePattern(source, flags);
  const whole: Syntax = { type: 'group', index: 0, body: syntax };
  const size = sizeOf(whole);
  if (size > STATES_MAX) throw invalid('must be simpler');
  let start: State | null = null;
  function* matching(text: string, budget: StepBudget): Steps<PatternMatch> {
    const chars = [...text];
    const found = yield* run((start ??= startOf(whole)), chars, budget);
    return found && groupsOf(chars, found, groups);
  }
  return { size, groups, matching, match: (text, budget) => allAtOnce(matching(text, budget)) };
}

interface Thread {
  readonly state: Extract<State, { do: 'char' }>;
  readonly captures: Captures;
}

/** Text of each group, the whole match first. Visits each capture and slot once. */
function groupsOf(chars: readonly string[], captures: Captures, groups: number): (string | undefined)[] {
  const slots: (number | undefined)[] = [];
  // Disjoint-set forest: leads from each slot to the next one no newer capture has set.
  const open = Array.from({ length: groups * 2 + 3 }, (_, slot) => slot);
  const openFrom = (slot: number): number => {
    let at = slot;
    while (open[at] !== at) at = open[at] = open[open[at]!]!;
    return at;
  };
  for (let entry = captures; entry !== null; entry = entry.before) {
    const [from, to] = 'slot' in entry ? [entry.slot, entry.slot] : [entry.from * 2, entry.to * 2 + 1];
    for (let slot = openFrom(from); slot <= to; slot = openFrom(slot)) {
      if ('slot' in entry) slots[slot] = entry.at;
      open[slot] = slot + 1;
    }
  }
  return Array.from({ length: groups + 1 }, (_, group) => {
    const [from, to] = [slots[group * 2], slots[group * 2 + 1]];
    return from === undefined || to === undefined ? undefined : chars.slice(from, to).join('');
  });
}

/**
 * Runs all threads in parallel, in order of preference, without backtracking. The first thread to finish is the match,
 * unless a preferred one finishes later. Null without a match, or when the budget is exhausted.
 */
function* run(start: State, chars: readonly string[], budget: StepBudget): Steps<Captures> {
  let waiting: Thread[] = [];
  let pauseAt = budget.left - STEPS_PER_PAUSE;
  let found: Captures = null;

  for (let at = 0; at <= chars.length; at += 1) {
    const reached: Thread[] = [];
    const seen = new Set<State>();

    /** Whether the thread finished. Then all less preferred threads are dropped. */
    const follow = (state: State, captures: Captures): boolean => {
      if (seen.has(state)) return false;
      seen.add(state);
      budget.left -= 1;
      if (budget.left < 0) return true;
      switch (state.do) {
        case 'char':
          reached.push({ state, captures });
          return false;
        case 'boundary':
          return state.test(chars[at - 1], chars[at]) && follow(state.next, captures);
        case 'mark':
          return follow(state.next, { slot: state.slot, at, before: captures });
        case 'forget':
          return follow(state.next, { from: state.from, to: state.to, before: captures });
        case 'fork':
          return follow(state.first, captures) || follow(state.second, captures);
        case 'done':
          found = captures;
          return true;
      }
    };

    budget.left -= waiting.length;
    const hasFinished = waiting.some(
      ({ state, captures }) => state.matches(chars[at - 1] ?? '') && follow(state.next, captures),
    );
    if (!hasFinished && found === null) follow(start, null);
    if (budget.left < 0) return null;
    waiting = reached;
    if (budget.left < pauseAt) {
      pauseAt = budget.left - STEPS_PER_PAUSE;
      yield;
    }
  }
  return found;
}

/** The number of states of a syntax tree. */
function sizeOf(syntax: Syntax): number {
  switch (syntax.type) {
    case 'char':
    case 'boundary':
      return 1;
    case 'sequence':
      return sumOf(syntax.parts);
    case 'either':
      return sumOf(syntax.options) + syntax.options.length - 1;
    case 'group':
      return sizeOf(syntax.body) + 2;
    case 'repeat': {
      const { body, minimum, maximum, groups } = syntax;
      const once = sizeOf(body) + (groups.from > groups.to ? 0 : 1);
      return minimum * once + (maximum === Infinity ? 1 : maximum - minimum) * (once + 1);
    }
  }
}

const sumOf = (parts: readonly Syntax[]): number => parts.reduce((sum, part) => sum + sizeOf(part), 0);

/** The first state of the automaton. */
function startOf(whole: Syntax): State {
  const before = (next: State, syntax: Syntax): State => {
    switch (syntax.type) {
      case 'char':
        return { do: 'char', matches: syntax.matches, next };
      case 'boundary':
        return { do: 'boundary', test: syntax.test, next };
      case 'sequence':
        return syntax.parts.reduceRight(before, next);
      case 'either':
        return syntax.options
          .map((option) => before(next, option))
          .reduceRight((second, first) => ({ do: 'fork', first, second }));
      case 'group': {
        const end: State = { do: 'mark', slot: syntax.index * 2 + 1, next };
        return { do: 'mark', slot: syntax.index * 2, next: before(end, syntax.body) };
      }
      case 'repeat':
        return beforeRepeat(next, syntax);
    }
  };

  const beforeRepeat = (next: State, { body, minimum, maximum, greedy, groups }: Repeat): State => {
    const once = (then: State): State => {
      const inside = before(then, body);
      return groups.from > groups.to ? inside : { do: 'forget', ...groups, next: inside };
    };
    const perhaps = (then: (fork: State) => State): State => {
      const fork: Fork = { do: 'fork', first: next, second: next };
      fork[greedy ? 'first' : 'second'] = once(then(fork));
      return fork;
    };
    const isEndless = maximum === Infinity;
    let entry = isEndless ? perhaps((fork) => fork) : next;
    for (let left = isEndless ? 0 : maximum - minimum; left > 0; left -= 1) {
      const rest = entry;
      entry = perhaps(() => rest);
    }
    for (let left = minimum; left > 0; left -= 1) entry = once(entry);
    return entry;
  };

  return before({ do: 'done' }, whole);
}
