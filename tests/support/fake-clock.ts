import type { Cancel, Clock } from '../../application/ports/clock.ts';

/** A clock that advances only on request. */
export type FakeClock = ReturnType<typeof fakeClock>;

/** A fake clock that starts at this time. */
export function fakeClock(start: Date | string = '2026-03-02T09:00:00.000Z') {
  let epoch = new Date(start).getTime();
  const timers = new Timers();
  let elapsed = 0;

  const runNext = (until: number): boolean => {
    const next = timers.takeDue(until);
    if (!next) return false;
    elapsed = Math.max(elapsed, next.due);
    next.run();
    return true;
  };

  return {
    /** How many timers are waiting. */
    get waiting() {
      return timers.size;
    },
    now: () => new Date(epoch + elapsed),
    monotonic: () => elapsed,
    after(ms: number, run: () => void): Cancel {
      return timers.add(elapsed + Math.max(0, ms), run);
    },
    /** Sets the wall clock forward or back; no time passes. */
    setWall(byMs: number) {
      epoch += byMs;
    },
    /** Advances the time and runs the timers that fall due, in order, including those set on the way. */
    advance(ms: number) {
      const until = elapsed + ms;
      while (runNext(until));
      elapsed = until;
    },
    /** The same, but lets promises resolve between timers. */
    async advanceAsync(ms: number) {
      const until = elapsed + ms;
      do await settled();
      while (runNext(until));
      elapsed = until;
      await settled();
    },
  } satisfies Clock & Record<string, unknown>;
}

/** Resolves when no pending promise can proceed without time passing. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Timer {
  readonly due: number;
  /** Equal timers run in the order they were set. */
  readonly place: number;
  readonly run: () => void;
  isCanceled: boolean;
}

const isBefore = (a: Timer, b: Timer): boolean => a.due < b.due || (a.due === b.due && a.place < b.place);

/** Timers by their time: a simulation has thousands at once. */
class Timers {
  readonly #heap: Timer[] = [];
  #set = 0;
  size = 0;

  add(due: number, run: () => void): Cancel {
    const timer: Timer = { due, place: this.#set, run, isCanceled: false };
    this.#set += 1;
    this.size += 1;
    this.#rise(timer);
    return () => {
      if (timer.isCanceled) return;
      timer.isCanceled = true;
      this.size -= 1;
    };
  }

  /** Takes the first timer, if it is due until then. It can no longer be canceled. */
  takeDue(until: number): Timer | null {
    for (;;) {
      const first = this.#heap[0];
      if (!first || (first.due > until && !first.isCanceled)) return null;
      this.#removeFirst();
      if (first.isCanceled) continue;
      first.isCanceled = true;
      this.size -= 1;
      return first;
    }
  }

  #rise(timer: Timer): void {
    let place = this.#heap.length;
    this.#heap.push(timer);
    for (let parent = (place - 1) >> 1; place > 0 && isBefore(timer, this.#heap[parent]!); parent = (place - 1) >> 1) {
      this.#heap[place] = this.#heap[parent]!;
      place = parent;
    }
    this.#heap[place] = timer;
  }

  #removeFirst(): void {
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return;
    let place = 0;
    for (let child = this.#firstChild(0); child !== null && isBefore(this.#heap[child]!, last);) {
      this.#heap[place] = this.#heap[child]!;
      place = child;
      child = this.#firstChild(place);
    }
    this.#heap[place] = last;
  }

  #firstChild(place: number): number | null {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    if (left >= this.#heap.length) return null;
    return right < this.#heap.length && isBefore(this.#heap[right]!, this.#heap[left]!) ? right : left;
  }
}
