import type { Cancel } from '../../application/ports/clock.ts';
import type { Ticker } from '../../application/runtime/ticker.ts';
import type { DirectSound } from './direct-sound.ts';
import { FRAME_MS } from './pcmu.ts';
import type { Person } from './person.ts';

/** A call in a conference. */
export interface ConferenceMember {
  readonly person: Person;
  readonly sound: DirectSound;
  /** Whether the person placed the call. */
  readonly hasCalled: boolean;
  /** The person hangs up. */
  putDown(): void;
  /** The conference is over. */
  ended(): void;
}

/** The conferences of the simulated network, by account and name. Each is over for all when one leaves. */
export class Conferences {
  readonly #ticker: Ticker;
  readonly #byName = new Map<string, Conference>();

  constructor(ticker: Ticker) {
    this.#ticker = ticker;
  }

  /** Joins a conference, which starts with its first member. Answers how to leave it. */
  join(account: string, name: string, member: ConferenceMember): Cancel {
    const key = `${account}/${name}`;
    const conference = this.#byName.get(key) ?? new Conference(this.#ticker);
    this.#byName.set(key, conference);
    conference.add(member);
    return () => {
      this.#byName.delete(key);
      conference.end(member);
    };
  }
}

class Conference {
  readonly #members: ConferenceMember[] = [];
  readonly #stop: Cancel;
  readonly #due = new Map<ConferenceMember, number>();

  constructor(ticker: Ticker) {
    this.#stop = ticker.add(() => this.#tick());
  }

  add(member: ConferenceMember): void {
    this.#members.push(member);
    this.#due.set(member, member.sound.nowMs);
  }

  /** Ends for all others. */
  end(leaving: ConferenceMember): void {
    this.#stop();
    for (const member of this.#members.splice(0)) if (member !== leaving) member.ended();
  }

  #tick(): void {
    for (const member of this.#members) this.#send(member);
    // A person who hangs up ends the conference.
    for (const member of [...this.#members]) this.#observe(member);
  }

  /** Sends what the person says in real time to the others. */
  #send(member: ConferenceMember): void {
    for (let due = this.#due.get(member) ?? 0; due <= member.sound.nowMs; due += FRAME_MS) {
      this.#due.set(member, due + FRAME_MS);
      const frame = member.person.frame();
      if (frame !== null) for (const other of this.#members) if (other !== member) other.sound.play([frame]);
    }
  }

  /** The person waits while alone. */
  #observe({ person, sound, hasCalled, putDown }: ConferenceMember): void {
    sound.playback.advance(sound.nowMs);
    if (this.#members.length < 2) return;
    const surroundings = { nowMs: sound.nowMs, otherIsSpeaking: sound.playback.isSounding };
    if (person.observe(surroundings, hasCalled)) putDown();
  }
}
