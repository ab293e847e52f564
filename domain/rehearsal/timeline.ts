import { DomainError } from '../errors.ts';
import { compilePattern, type Pattern } from '../script/pattern.ts';
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

/** Whether this is what the sign is about. What cannot be known from here is taken on trust. */
export function matchesPattern(pattern: EventPattern, event: TimelineEvent): boolean {
  const { name, text } = patternOf(pattern);
  return name === event.name && (text === null || event.text === null || matchesText(text, event.text));
}

const EXPRESSION = /^\/(.*)\/([a-z]*)$/su;

/** Whether a text is this one, or fits this `/regular expression/flags`. */
export function matchesText(expected: string, text: string): boolean {
  const [, source, flags = ''] = EXPRESSION.exec(expected) ?? [];
  if (source === undefined) return expected === text;
  const bounded = boundedPattern(source, flags);
  return typeof bounded === 'string'
    ? new RegExp(source, flags).test(text)
    : bounded.match(text, { left: STEPS_MAX }) !== null;
}

/** Flags of expressions that are matched in bounded time, and those of their patterns. */
const BOUNDED_FLAGS: Readonly<Record<string, 'u' | 'iu'>> = { '': 'u', u: 'u', i: 'iu', iu: 'iu', ui: 'iu' };
/** Most steps of one comparison: a text that needs more does not fit. */
const STEPS_MAX = 2_000_000;

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

/** Whether a text contains this one, in any case, or has a part that fits this `/regular expression/flags`. */
export const containsText = (expected: string, text: string): boolean =>
  EXPRESSION.test(expected) ? matchesText(expected, text) : text.toLowerCase().includes(expected.toLowerCase());

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
    return new Promise((resolve) => {
      let next = from;
      const check = (): void => {
        let isThere = false;
        for (; next < this.events.length && !isThere; next += 1)
          isThere = matchesPattern(pattern, this.events[next] as TimelineEvent);
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
