import { invalid } from '../errors.ts';
import { parsePattern, type Boundary, type Repeat, type Syntax } from './pattern-syntax.ts';

/** A regular expression that anyone may write. Matching never backtracks; its cost grows with `size` times the text. */
export interface Pattern {
  /** The number of its states. */
  readonly size: number;
  /** How many groups it captures. */
  readonly groups: number;
  /**
   * The leftmost match, then each group, as `RegExp.exec` would with the flags `iu`; null when there is none. Takes its
   * steps from the budget. Null also when they run out, so check `budget.left` where the difference matters.
   */
  match(text: string, budget: StepBudget): readonly (string | undefined)[] | null;
}

/** How many more steps matching may take: one for each state visited and each character compared. */
export interface StepBudget {
  left: number;
}

/** A state of the machine, and the ones that follow. A fork would rather go the first way. */
type State =
  | { readonly do: 'char'; readonly matches: (char: string) => boolean; readonly next: State }
  | { readonly do: 'boundary'; readonly holds: Boundary; readonly next: State }
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
 * What a thread captured, newest first. Threads share the tail, so recording costs the same however many groups there
 * are. A mark says where a slot is; a reset clears the slots of a loop's groups when the loop starts again.
 */
type Captures =
  | { readonly slot: number; readonly at: number; readonly before: Captures }
  | { readonly from: number; readonly to: number; readonly before: Captures }
  | null;

const SOURCE_MAX = 500;
const STATES_MAX = 2_000;

/** Compiles a pattern, or refuses it with `invalid` and a text that begins with "must". */
export function compilePattern(source: string): Pattern {
  if (source.length > SOURCE_MAX) throw invalid(`must have at most ${SOURCE_MAX} characters`);
  const { syntax, groups } = parsePattern(source);
  const { start, size } = compile({ type: 'group', index: 0, body: syntax });
  return {
    size,
    groups,
    match(text, budget) {
      const chars = [...text];
      const found = run(start, chars, budget);
      return found && groupsOf(chars, found, groups);
    },
  };
}

interface Thread {
  readonly state: Extract<State, { do: 'char' }>;
  readonly captures: Captures;
}

/** The text of each group, the whole match first. Looks at each capture and each slot once. */
function groupsOf(chars: readonly string[], captures: Captures, groups: number): (string | undefined)[] {
  const slots: (number | undefined)[] = [];
  // Leads from each slot to the next that no newer capture has decided: a disjoint-set forest.
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
 * Runs all threads of the machine at once, the preferred first, so that no text makes it backtrack. The first thread to
 * finish is the match, unless one that was preferred to it still finishes later. Null when nothing matches, or when the
 * budget is used up.
 */
function run(start: State, chars: readonly string[], budget: StepBudget): Captures {
  let waiting: Thread[] = [];
  let found: Captures = null;

  for (let at = 0; at <= chars.length; at += 1) {
    const reached: Thread[] = [];
    const seen = new Set<State>();

    /** Whether the thread finished: then all that are less preferred are dropped. */
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
          return state.holds(chars[at - 1], chars[at]) && follow(state.next, captures);
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
  }
  return found;
}

function compile(whole: Syntax): { start: State; size: number } {
  let size = 0;

  const state = <S extends State>(made: S): S => {
    size += 1;
    if (size > STATES_MAX) throw invalid('must be simpler');
    return made;
  };

  const before = (next: State, syntax: Syntax): State => {
    switch (syntax.type) {
      case 'char':
        return state({ do: 'char', matches: syntax.matches, next });
      case 'boundary':
        return state({ do: 'boundary', holds: syntax.holds, next });
      case 'sequence':
        return syntax.parts.reduceRight(before, next);
      case 'either':
        return syntax.options
          .map((option) => before(next, option))
          .reduceRight((second, first) => state({ do: 'fork', first, second }));
      case 'group': {
        const end = state({ do: 'mark', slot: syntax.index * 2 + 1, next });
        return state({ do: 'mark', slot: syntax.index * 2, next: before(end, syntax.body) });
      }
      case 'repeat':
        return beforeRepeat(next, syntax);
    }
  };

  const beforeRepeat = (next: State, { body, minimum, maximum, greedy, groups }: Repeat): State => {
    const once = (then: State): State => {
      const inside = before(then, body);
      return groups.from > groups.to ? inside : state({ do: 'forget', ...groups, next: inside });
    };
    const perhaps = (then: (fork: State) => State): State => {
      const fork = state<Fork>({ do: 'fork', first: next, second: next });
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

  return { start: before({ do: 'done' }, whole), size };
}
