import { EventHeap } from './event-heap.ts';

/** No contact. */
const NONE = -1;

/**
 * Contacts that were not dialled yet, in their order, by classes that open and close together. Millions of contacts wait
 * for the next day at the cost of their classes.
 */
export class WaitingContacts {
  readonly #next: Int32Array;
  readonly #heads: number[] = [];
  readonly #tails: number[] = [];
  /** Open classes by their first contact. */
  readonly #open = new EventHeap();
  /** Closed classes by the time at which they open. */
  readonly #closed = new EventHeap();
  #size = 0;

  /** Room for this many contacts. */
  constructor(contacts: number) {
    this.#next = new Int32Array(contacts).fill(NONE);
  }

  get size(): number {
    return this.#size;
  }

  /** When the first closed class opens. Infinity: none is closed. */
  get opensAt(): number {
    return this.#closed.nextTime;
  }

  /** Adds a contact behind those of its class. Contacts are added in their order. */
  add(contact: number, classId: number): void {
    const tail = this.#tails[classId] ?? NONE;
    if (tail === NONE) {
      this.#heads[classId] = contact;
      this.#open.push(contact, classId);
    } else this.#next[tail] = contact;
    this.#tails[classId] = contact;
    this.#size += 1;
  }

  /** The class of the first contact that may be dialled, as far as is known. Null: none is open. */
  nextClass(now: number): number | null {
    while (this.#closed.nextTime <= now) this.#reopen(this.#closed.pop()!);
    return this.#open.size === 0 ? null : this.#open.nextItem;
  }

  /** Takes the first contact of the first open class. */
  take(): number {
    const classId = this.#open.pop()!;
    const contact = this.#heads[classId]!;
    this.#heads[classId] = this.#next[contact]!;
    if (this.#heads[classId] === NONE) this.#tails[classId] = NONE;
    this.#size -= 1;
    this.#reopen(classId);
    return contact;
  }

  /** Closes the first open class until a time. */
  close(until: number): void {
    this.#closed.push(until, this.#open.pop()!);
  }

  #reopen(classId: number): void {
    const head = this.#heads[classId]!;
    if (head !== NONE) this.#open.push(head, classId);
  }
}
