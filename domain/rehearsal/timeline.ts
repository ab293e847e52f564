import { DomainError } from '../errors.ts';
import { allAtOnce, type Steps } from '../steps.ts';
import { compilePattern, type Pattern, type StepBudget } from '../script/pattern.ts';
import { EVENTS, type EventName, type EventPattern } from './scenario.ts';

/** Something that happened. `text` is null where it cannot be known from here. */
export interface TimelineEvent {
  /** Milliseconds since the call began. */
  readonly at: number;
  readonly name: EventName;
  readonly text: string | null;
}

/** The one event that a sign is about, and what must be told with it. */
export function patternOf(pattern: EventPattern): { name: EventName; text: string | null } {
  const name = EVENTS.find((each) => pattern[each] !== undefined) as EventName;
  return { name, text: pattern[name] ?? null };
}

/**
 * Tells in steps whether an event is what the sign is about. What cannot be known from here is taken on trust. Null: that
 * takes too long.
 */
export function patternMatcher(pattern: EventPattern): Matcher<TimelineEvent> {
  const { name, text } = patternOf(pattern);
  const matching = text === null ? null : textMatcher(text);
  return function* (event, budget) {
    if (event.name !== name) return false;
    return matching === null || event.text === null || (yield* matching(event.text, budget));
  };
}

/** Compares in steps. Null: the budget does not suffice. */
export type Matcher<T> = (value: T, budget: StepBudget) => Steps<boolean | null>;

const EXPRESSION = /^\/(.*)\/([a-z]*)$/su;
/** Most steps of one comparison: a text that needs more does not fit. */
const STEPS_MAX = 2_000_000;
/** What it costs to compile one state of a pattern, in steps of matching. */
const STEPS_PER_STATE = 15;
/** The same where the work cannot be split: about 20 ms. */
const STEPS_AT_ONCE = 200_000;

/** Whether a text is this one, or fits this `/regular expression/flags`. */
export const matchesText = (expected: string, text: string): boolean =>
  allAtOnce(textMatcher(expected)(text, { left: STEPS_MAX })) === true;

/** Tells in steps whether texts are this one, or fit this `/regular expression/flags`. */
export function textMatcher(expected: string): Matcher<string> {
  const [, source, flags = ''] = EXPRESSION.exec(expected) ?? [];
  if (source === undefined) return atOnce((text) => text === expected);
  let known: Pattern | string | null = null;
  return function* (text, budget) {
    yield;
    if (budget.left < 0) return null;
    const pattern = (known ??= charged(boundedPattern(source, flags), budget));
    if (typeof pattern === 'string') return new RegExp(source, flags).test(text);
    const own = { left: Math.min(budget.left, STEPS_MAX) };
    const before = own.left;
    const found = yield* pattern.matching(text, own);
    budget.left -= before - own.left;
    return own.left < 0 ? null : found !== null;
  };
}

/** Takes what it cost to compile the pattern from the budget. */
function charged(pattern: Pattern | string, budget: StepBudget): Pattern | string {
  if (typeof pattern !== 'string') budget.left -= pattern.size * STEPS_PER_STATE;
  return pattern;
}

/** Tells in steps whether texts contain this one, in any case, or have a part that fits this `/regular expression/flags`. */
export function partMatcher(expected: string): Matcher<string> {
  if (EXPRESSION.test(expected)) return textMatcher(expected);
  const wanted = expected.toLowerCase();
  return atOnce((text) => text.toLowerCase().includes(wanted));
}

const atOnce = (matches: (text: string) => boolean): Matcher<string> =>
  function* (text) {
    yield;
    return matches(text);
  };

/** Flags of expressions that are matched in bounded time, and those of their patterns. */
const BOUNDED_FLAGS: Readonly<Record<string, 'u' | 'iu'>> = { '': 'u', u: 'u', i: 'iu', iu: 'iu', ui: 'iu' };

/** The expression as a pattern that is matched in bounded time, or why it is none. */
function boundedPattern(source: string, flags: string): Pattern | string {
  const known = BOUNDED_FLAGS[flags];
  if (known === undefined) return 'must have no flags but i and u';
  try {
    return compilePattern(source, known);
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** Why a regular expression between slashes may take long. Null: it is matched in bounded time, or the text is plain. */
export function slowPatternProblem(text: string): string | null {
  const [, source, flags = ''] = EXPRESSION.exec(text) ?? [];
  const bounded = source === undefined ? null : boundedPattern(source, flags);
  return typeof bounded === 'string' ? bounded : null;
}

/** What is wrong with a regular expression between slashes. Null: nothing, or the text is plain. */
export function patternProblem(text: string): string | null {
  const [, source, flags] = EXPRESSION.exec(text) ?? [];
  if (source === undefined) return null;
  try {
    void new RegExp(source, flags);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Everything that happens in one call, in order. */
export class ScenarioTimeline {
  readonly events: TimelineEvent[] = [];
  readonly #now: () => number;
  readonly #watchers = new Set<() => void>();
  #isOver = false;

  /** `now` tells milliseconds since the call began. */
  constructor(now: () => number) {
    this.#now = now;
  }

  add(name: EventName, text: string | null = null, at = this.#now()): void {
    this.events.push({ at, name, text });
    this.#isOver ||= name === 'ended';
    for (const wake of this.#watchers) wake();
  }

  /** Resolves with true at the first match after the first `from` events, with false when the call ends first. */
  until(pattern: EventPattern, from = 0): Promise<boolean> {
    const matches = patternMatcher(pattern);
    return new Promise((resolve) => {
      let next = from;
      const check = (): void => {
        let isThere = false;
        for (; next < this.events.length && !isThere; next += 1)
          isThere = allAtOnce(matches(this.events[next] as TimelineEvent, { left: STEPS_AT_ONCE })) === true;
        if (!isThere && !this.isOver) return;
        this.#watchers.delete(check);
        resolve(isThere);
      };
      this.#watchers.add(check);
      check();
    });
  }

  /** Resolves at the next event. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#watchers.delete(wake);
        resolve();
      };
      this.#watchers.add(wake);
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }
}
