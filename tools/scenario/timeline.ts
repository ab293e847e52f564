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
  const [, source, flags] = EXPRESSION.exec(expected) ?? [];
  return source === undefined ? expected === text : new RegExp(source, flags).test(text);
}

/** Everything that happens in one call, in order. */
export class ScenarioTimeline {
  readonly events: TimelineEvent[] = [];
  readonly #now: () => number;
  readonly #watchers = new Set<() => void>();

  /** `now` tells milliseconds since the call began. */
  constructor(now: () => number) {
    this.#now = now;
  }

  add(name: EventName, text: string | null = null, at = this.#now()): void {
    this.events.push({ at, name, text });
    for (const wake of this.#watchers) wake();
  }

  /** Resolves with true at the first match after the first `from` events, with false when the call ends first. */
  until(pattern: EventPattern, from = 0): Promise<boolean> {
    return new Promise((resolve) => {
      const check = (): void => {
        const later = this.events.slice(from);
        const isThere = later.some((event) => matchesPattern(pattern, event));
        if (!isThere && !this.isOver) return;
        this.#watchers.delete(check);
        resolve(isThere);
      };
      this.#watchers.add(check);
      check();
    });
  }

  get isOver(): boolean {
    return this.events.some(({ name }) => name === 'ended');
  }
}
