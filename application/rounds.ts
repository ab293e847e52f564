/** One round of work. Answers whether there may be more at once. */
type Round = () => Promise<boolean>;

/**
 * Repeats rounds of work for as long as there is some, one at a time. What is announced during a round is not missed: another
 * round follows it.
 */
export class Rounds {
  readonly #round: Round;
  readonly #onFailure: (error: unknown) => void;
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isStopped = false;

  /** A failed round ends the work until it is woken again. */
  constructor(round: Round, onFailure: (error: unknown) => void) {
    this.#round = round;
    this.#onFailure = onFailure;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Whether the work must end as soon as it can. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** There may be work. Never rejects. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped || this.#isRunning) return;
    this.#isRunning = true;
    this.#run = this.#runRounds();
  }

  /** Does all the work that there is. */
  async tick(): Promise<void> {
    this.wake();
    await this.#run;
  }

  /** Ends after the round in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#run;
  }

  async #runRounds(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        while ((await this.#round()) && !this.#isStopped);
      }
    } catch (error) {
      this.#onFailure(error);
    } finally {
      // In the same step as the last look at `#isWoken`: a wake in between would be lost.
      this.#isRunning = false;
    }
  }
}
