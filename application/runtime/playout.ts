import type { MediaChannel } from '../ports/media-channel.ts';

/** Length of every frame that is written. In milliseconds. */
export const FRAME_MS = 20;

/** One frame of an agent's speech on its way to the caller, and whom to tell about it. */
export interface PlayoutFrame {
  readonly pcm: Int16Array;
  readonly owner: FrameOwner;
}

export interface FrameOwner {
  /** A frame goes out. After a hold the same frame may go out again. */
  written(): void;
  /** One more frame was heard by the caller; each is told once, in order. */
  played(): void;
}

/** What a playout reports besides: every frame with the moment it will be heard, and from when on nothing of it is. */
export interface PlayoutTap {
  play(pcm: Int16Array, at: number): void;
  cut(at: number): void;
}

interface Written extends PlayoutFrame {
  /** When its last sample will have been played, on the monotonic clock. */
  readonly endsAt: number;
}

/**
 * Writes frames in real time and knows what the caller has heard. It writes ahead by the channel's lead, catches up
 * after a stall instead of falling behind, and on hold takes back what was not yet played. The one ledger of the call:
 * context, transcript, recording and metrics all follow it.
 */
export class Playout {
  readonly #channel: Pick<MediaChannel, 'send' | 'clear' | 'leadMs'>;
  readonly #tap: PlayoutTap;
  #queue: PlayoutFrame[] = [];
  #written: Written[] = [];
  #busyUntil = 0;
  #held = false;

  constructor(channel: Pick<MediaChannel, 'send' | 'clear' | 'leadMs'>, tap: PlayoutTap) {
    this.#channel = channel;
    this.#tap = tap;
  }

  /** Milliseconds of audio that wait to be written. */
  get waitingMs(): number {
    return this.#queue.length * FRAME_MS;
  }

  /** Adds a frame behind those already waiting, and writes what is due. */
  add(frame: PlayoutFrame, now: number): void {
    this.#queue.push(frame);
    this.pump(now);
  }

  /** Accounts for what was played and writes what is due. To be called on every beat. */
  pump(now: number): void {
    this.#account(now);
    while (!this.#held && this.#queue.length > 0 && this.#isDue(now)) this.#writeNext(now);
  }

  /** Stops at once. What was written and not yet played is taken back, and goes out again on resume. */
  hold(now: number): void {
    this.#held = true;
    this.#takeBack(now);
  }

  resume(now: number): void {
    this.#held = false;
    this.pump(now);
  }

  /** Forgets everything of these owners, written or not. */
  drop(owners: ReadonlySet<FrameOwner>, now: number): void {
    this.#account(now);
    if (this.#written.some(({ owner }) => owners.has(owner))) this.#takeBack(now);
    this.#queue = this.#queue.filter(({ owner }) => !owners.has(owner));
    this.pump(now);
  }

  /** Whether one more frame stays within the lead. One may always be on its way. */
  #isDue(now: number): boolean {
    return Math.max(this.#busyUntil - now, 0) + FRAME_MS <= Math.max(this.#channel.leadMs, FRAME_MS);
  }

  #takeBack(now: number): void {
    this.#account(now);
    if (this.#written.length === 0) return;
    this.#channel.clear();
    this.#tap.cut(now);
    this.#queue.unshift(...this.#written);
    this.#written = [];
    this.#busyUntil = now;
  }

  #writeNext(now: number): void {
    const { pcm, owner } = this.#queue.shift() as PlayoutFrame;
    const startsAt = Math.max(this.#busyUntil, now);
    this.#busyUntil = startsAt + FRAME_MS;
    this.#written.push({ pcm, owner, endsAt: this.#busyUntil });
    this.#channel.send(pcm);
    this.#tap.play(pcm, startsAt);
    owner.written();
  }

  #account(now: number): void {
    while (this.#written[0] && this.#written[0].endsAt <= now) this.#written.shift()?.owner.played();
  }
}
