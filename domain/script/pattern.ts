import { invalid } from '../errors.ts';
import { parsePattern, type Boundary, type Repeat, type Syntax } from './pattern-syntax.ts';

/** A regular expression that anybody may write: matching takes time in proportion to the text, whatever it says. */
export interface Pattern {
  /** What it costs per character: the number of its states. */
  readonly size: number;
  /** How many groups it captures. */
  readonly groups: number;
  /** What was found first, then each group, as `RegExp.exec` would with the flags `iu`; null when nothing was. */
  match(text: string): readonly (string | undefined)[] | null;
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

/** Where each group begins and ends, in turn. */
type Slots = readonly (number | undefined)[];

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
    match(text) {
      const chars = [...text];
      const slots = run(start, chars, groups);
      return slots && Array.from({ length: groups + 1 }, (_, group) => captured(chars, slots, group));
    },
  };
}

interface Thread {
  readonly state: Extract<State, { do: 'char' }>;
  readonly slots: Slots;
}

function captured(chars: readonly string[], slots: Slots, group: number): string | undefined {
  const [from, to] = [slots[group * 2], slots[group * 2 + 1]];
  return from === undefined || to === undefined ? undefined : chars.slice(from, to).join('');
}

/**
 * Follows every way through the machine at once, the preferred first, so that no text makes it go back. The first way
 * to arrive is the match, unless one that was preferred to it still arrives later.
 */
function run(start: State, chars: readonly string[], groups: number): Slots | null {
  const blank: Slots = Array.from({ length: (groups + 1) * 2 }, () => undefined);
  let waiting: Thread[] = [];
  let found: Slots | null = null;

  for (let at = 0; at <= chars.length; at += 1) {
    const reached: Thread[] = [];
    const seen = new Set<State>();

    /** Whether the way arrived: then all that are less preferred are void. */
    const follow = (state: State, slots: Slots): boolean => {
      if (seen.has(state)) return false;
      seen.add(state);
      switch (state.do) {
        case 'char':
          reached.push({ state, slots });
          return false;
        case 'boundary':
          return state.holds(chars[at - 1], chars[at]) && follow(state.next, slots);
        case 'mark':
          return follow(state.next, slots.with(state.slot, at));
        case 'forget':
          return follow(
            state.next,
            slots.map((slot, index) => (isOf(index, state) ? undefined : slot)),
          );
        case 'fork':
          return follow(state.first, slots) || follow(state.second, slots);
        case 'done':
          found = slots;
          return true;
      }
    };

    const arrived = waiting.some(({ state, slots }) => state.matches(chars[at - 1] ?? '') && follow(state.next, slots));
    if (!arrived && found === null) follow(start, blank);
    waiting = reached;
  }
  return found;
}

const isOf = (slot: number, groups: { from: number; to: number }): boolean =>
  slot >= groups.from * 2 && slot <= groups.to * 2 + 1;

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
