import type { Clock } from '../../application/ports/clock.ts';
import type { Chance } from './chance.ts';

/** How much goes wrong on the way between a process and what it asks. */
export interface Weather {
  /** How often a process is killed at a step, right before it or right after. */
  kill: number;
  /** A place that is deadly this time. */
  deadly: Deadly | null;
  /** Longest duration of a step, in ms. */
  latencyMs: number;
  /** How often a step takes up to `LONGEST_STEP_MS` instead. */
  hiccup: number;
}

const LONGEST_STEP_MS = 2_000;

/** Where it matters most how far a process came: deciding on a dial, asking the carrier, writing down what became of it. */
export const DEADLY = [
  'before runs.changeAll to dialing',
  'amid runs.changeAll to dialing',
  'after runs.changeAll to dialing',
  'before carrier.dial',
  'after carrier.dial',
  'before runs.changeAll to done',
  'amid runs.changeAll to done',
  'after runs.changeAll to done',
] as const;
export type Deadly = (typeof DEADLY)[number];

/** How often a process dies that comes to the deadly place. */
const DEADLY_CHANCE = 0.2;

/**
 * The life of one process. All it asks of the world goes through here, so that it can be killed or stopped before or
 * after every step; calls to a dead process never resolve.
 */
export class Life {
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #weather: Weather;
  #frozenUntil = 0;
  isAlive = true;
  /** Where it was killed. */
  end = '';

  constructor(clock: Clock, chance: Chance, weather: Weather) {
    this.#clock = clock;
    this.#chance = chance;
    this.#weather = weather;
  }

  kill(where = 'from outside'): void {
    this.isAlive = false;
    this.end = where;
  }

  /** Suspends it for a while. It then continues as if no time had passed. */
  freeze(ms: number): void {
    this.#frozenUntil = this.#clock.monotonic() + ms;
  }

  /** The clock as this process sees it. */
  get clock(): Clock {
    return {
      now: () => this.#clock.now(),
      monotonic: () => this.#clock.monotonic(),
      after: (ms, run) =>
        this.#clock.after(ms, () => {
          if (this.isAlive) this.#thaw(run);
        }),
    };
  }

  /** What it asks, step by step. */
  through<T extends object>(name: string, part: T): T {
    return new Proxy(part, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const what = label(`${name}.${String(key)}`, args);
          return this.#step(what, () => value.apply(target, this.#asFarAsItGets(what, args)) as unknown);
        };
      },
    });
  }

  async #step(what: string, effect: () => unknown): Promise<unknown> {
    // Between its last look at the clock and its request a process cannot be seen to stop: that is the network's time.
    if (what === 'carrier.dial') this.#mayDie(`before ${what}`);
    else await this.#moment(`before ${what}`);
    if (!this.isAlive) return ENDLESS;
    const result = await effect();
    await this.#moment(`after ${what}`);
    return result;
  }

  /** Of a step that changes several documents, what is done when the process dies amid it. */
  #asFarAsItGets(what: string, requests: unknown[]): unknown[] {
    if (!what.includes('.changeAll ')) return requests;
    this.#mayDie(`amid ${what}`);
    const all = requests[0] as readonly unknown[];
    return this.isAlive ? requests : [all.slice(0, this.#chance.between(0, all.length))];
  }

  async #moment(where: string): Promise<void> {
    this.#mayDie(where);
    const ms = Math.max(this.#frozenUntil - this.#clock.monotonic(), this.#latency());
    if (ms > 0) await new Promise<void>((resolve) => void this.#clock.after(ms, resolve));
    if (!this.isAlive) await ENDLESS;
  }

  #latency(): number {
    const { latencyMs, hiccup } = this.#weather;
    if (hiccup > 0 && this.#chance.happens(hiccup)) return this.#chance.between(0, LONGEST_STEP_MS);
    return latencyMs === 0 ? 0 : this.#chance.between(0, latencyMs);
  }

  #mayDie(where: string): void {
    const { kill, deadly } = this.#weather;
    const probability = where === deadly ? DEADLY_CHANCE : kill;
    if (this.isAlive && probability > 0 && this.#chance.happens(probability)) this.kill(where);
  }

  #thaw(run: () => void): void {
    const ms = this.#frozenUntil - this.#clock.monotonic();
    if (ms <= 0) run();
    else this.#clock.after(ms, () => this.isAlive && run());
  }
}

const ENDLESS = new Promise<never>(() => undefined);

/** A step by its name, and by what becomes of a run. */
function label(name: string, requests: readonly unknown[]): string {
  const { state } = changesOf(name, requests);
  return state === undefined ? name : `${name} to ${state}`;
}

function changesOf(name: string, requests: readonly unknown[]): { readonly state?: string } {
  if (name === 'runs.change') return requests[1] as object;
  const [first] = (name === 'runs.changeAll' ? requests[0] : []) as readonly { readonly changes: object }[];
  return first?.changes ?? {};
}
