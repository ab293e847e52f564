import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { CrashBudget } from './crash-budget.ts';
import { WorkerThread } from './worker-thread.ts';

export interface CrewListener<Order, Report> {
  reported(member: WorkerThread<Order, Report>, report: Report): void;
  /** A member died; it is no member any more. */
  lost(member: WorkerThread<Order, Report>, failure: VendorFailure): void;
}

/** The worker threads of one kind: hired at need up to a number, not replaced for ever when they keep dying. */
export class Crew<Order, Report> {
  readonly #name: string;
  readonly #most: number;
  readonly #listener: CrewListener<Order, Report>;
  readonly #members = new Set<WorkerThread<Order, Report>>();
  readonly #crashes = new CrashBudget();
  #dismissed = false;

  constructor(name: string, most: number, listener: CrewListener<Order, Report>) {
    this.#name = name;
    this.#most = most;
    this.#listener = listener;
  }

  get members(): readonly WorkerThread<Order, Report>[] {
    return [...this.#members];
  }

  /** Whether it makes sense to ask for another member. */
  get hasRoom(): boolean {
    const { size } = this.#members;
    return size === 0 || (size < this.#most && !this.#crashes.spent);
  }

  /** Starts a member, unless there is one, and waits until it can work. */
  async warm(): Promise<void> {
    await (this.members[0] ?? this.hire()).ready;
  }

  /** Starts another member. Refuses, not to be tried again, after too many crashes and after the dismissal. */
  hire(): WorkerThread<Order, Report> {
    if (this.#dismissed) throw new VendorFailure('Local speech was shut down', { retryable: false });
    if (this.#crashes.spent)
      throw new VendorFailure('The local speech engine keeps crashing and was given up', { retryable: false });
    const member = new WorkerThread<Order, Report>(this.#name, {
      reported: (report) => this.#listener.reported(member, report),
      lost: (failure) => {
        this.#members.delete(member);
        this.#crashes.note();
        this.#listener.lost(member, failure);
      },
    });
    this.#members.add(member);
    return member;
  }

  /** Ends one member for good; nobody is told. */
  async retire(member: WorkerThread<Order, Report>): Promise<void> {
    this.#members.delete(member);
    await member.stop();
  }

  /** Ends every member as a crash would, and answers how many there were. */
  async crash(): Promise<number> {
    const members = this.members;
    await Promise.all(members.map((member) => member.crash()));
    return members.length;
  }

  /** Ends every member for good. */
  async dismiss(): Promise<void> {
    this.#dismissed = true;
    const members = this.members;
    this.#members.clear();
    await Promise.all(members.map((member) => member.stop()));
  }
}
