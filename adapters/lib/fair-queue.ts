/** Time for work in one iteration of the event loop, before the rest waits for the next. In milliseconds. */
const BUDGET_MS = 2;
/** The share of the time that a key may use before others come first. */
const SHARE = 0.05;
/** What a piece costs at least: its asynchronous rest is not measured. In milliseconds. */
const COST_MIN_MS = 0.2;
/** How long a key that used more than its share can be overtaken. In milliseconds. */
const DEBT_MAX_MS = 1_000;

interface Account {
  /** Time until which the key has used its share. */
  paidAt: number;
  readonly works: (() => void)[];
}

/**
 * Begins work at once while this iteration of the event loop has time. Further work waits for the next iterations. Keys
 * that have used little time are served first, and have a time of the same length for themselves in each iteration: a
 * burst of one key does not delay the others. Virtual clock scheduling (Zhang 1990) with bounded debts.
 */
export class FairQueue {
  readonly #now: () => number;
  readonly #accounts = new Map<unknown, Account>();
  #waiting = 0;
  /** Start of this iteration's work, or null before the first. */
  #startedAt: number | null = null;
  /** What keys within their share used of this iteration after its time was over. In milliseconds. */
  #beyondMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs the work now or in a later iteration. It must not throw. */
  begin(key: unknown, work: () => void): void {
    if (this.#startedAt === null) {
      [this.#startedAt, this.#beyondMs] = [this.#now(), 0];
      setImmediate(() => this.#iterate());
    }
    const account = this.#accountOf(key);
    if (this.#waiting === 0 && this.#hasTime()) return void this.#run(account, work);
    if (this.#mayOvertake(account)) return void (this.#beyondMs += this.#run(account, work));
    account.works.push(work);
    this.#waiting += 1;
  }

  #accountOf(key: unknown): Account {
    const account = this.#accounts.get(key) ?? { paidAt: 0, works: [] };
    this.#accounts.set(key, account);
    return account;
  }

  #hasTime(): boolean {
    return this.#now() - (this.#startedAt ?? 0) < BUDGET_MS;
  }

  /** Whether a key is within its share, and the time for such keys is not used up. */
  #mayOvertake({ paidAt, works }: Account): boolean {
    return works.length === 0 && paidAt <= this.#now() && this.#beyondMs < BUDGET_MS;
  }

  /** Answers how long the work took. In milliseconds. */
  #run(account: Account, work: () => void): number {
    const startedAt = this.#now();
    work();
    const now = this.#now();
    const cost = Math.max(COST_MIN_MS, now - startedAt) / SHARE;
    account.paidAt = Math.min(Math.max(account.paidAt, now) + cost, now + DEBT_MAX_MS);
    return now - startedAt;
  }

  /** What this iteration has time for, at least one piece. */
  #iterate(): void {
    [this.#startedAt, this.#beyondMs] = [this.#now(), 0];
    do this.#runNext(this.#now());
    while (this.#waiting > 0 && this.#hasTime());
    if (this.#waiting > 0) return void setImmediate(() => this.#iterate());
    this.#startedAt = null;
    for (const [key, { paidAt }] of this.#accounts) if (paidAt <= this.#now()) this.#accounts.delete(key);
  }

  /** Keys within their share are served in order of arrival. */
  #runNext(now: number): void {
    let next: Account | null = null;
    for (const account of this.#accounts.values()) {
      if (next !== null && next.paidAt <= now) break;
      if (account.works.length > 0 && (next === null || account.paidAt < next.paidAt)) next = account;
    }
    const work = next?.works.shift();
    if (!next || !work) return;
    this.#waiting -= 1;
    this.#run(next, work);
  }
}
