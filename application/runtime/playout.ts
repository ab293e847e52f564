import type { MediaChannel } from '../ports/media-channel.ts';
import { ClockLedger, type PlayoutLedger } from './playout-ledger.ts';
import { MarkLedger } from './mark-ledger.ts';
import { TICK_MS } from './ticker.ts';
import { FRAME_MS, type FrameOwner, type SpeechFrame } from './speech-frame.ts';

type PlayoutChannel = Pick<MediaChannel, 'send' | 'clear' | 'leadMs' | 'acknowledges' | 'mark'>;

/** What a playout reports besides: every frame with the moment it will be heard, and from when on nothing of it is. */
export interface PlayoutTap {
  play(pcm: Int16Array, at: number): void;
  cut(at: number): void;
}

/**
 * Writes frames in real time and knows what the caller has heard. It writes ahead by the channel's lead, catches up
 * after a stall instead of falling behind, and on hold takes back what was not yet played. The peer's marks tell what was,
 * or else the clock; context, transcript, recording and metrics all follow it.
 */
export class Playout {
  readonly #channel: PlayoutChannel;
  readonly #tap: PlayoutTap;
  readonly #ledger: PlayoutLedger;
  #queue: SpeechFrame[] = [];
  #busyUntil = 0;
  #isPaused = false;

  constructor(channel: PlayoutChannel, tap: PlayoutTap) {
    this.#channel = channel;
    this.#tap = tap;
    this.#ledger = channel.acknowledges ? new MarkLedger(channel) : new ClockLedger();
  }

  /** Milliseconds of audio that wait to be written. */
  get waitingMs(): number {
    return this.#queue.length * FRAME_MS;
  }

  /** Adds a frame behind those already waiting, and writes what is due. */
  add(frame: SpeechFrame, now: number): void {
    this.#queue.push(frame);
    this.pump(now);
  }

  /** Accounts for what was played and writes what is due. To be called on every beat. */
  pump(now: number): void {
    this.#reportPlayed(now);
    while (!this.#isPaused && this.#queue.length > 0 && this.#isDue(now)) this.#sendNext(now);
  }

  /** Stops at once. What was written and not yet played is taken back, and goes out again on resume. */
  pause(now: number): void {
    this.#isPaused = true;
    this.#takeUnplayed(now);
  }

  resume(now: number): void {
    this.#isPaused = false;
    this.pump(now);
  }

  /** The peer tells that everything before this mark was played. */
  onMarkPlayed(id: string, now: number): void {
    this.#ledger.onMarkPlayed(id);
    this.pump(now);
  }

  /** Forgets everything of these owners, written or not. */
  drop(owners: ReadonlySet<FrameOwner>, now: number): void {
    this.#reportPlayed(now);
    if (this.#ledger.hasUnplayed(owners)) this.#takeUnplayed(now);
    this.#queue = this.#queue.filter(({ owner }) => !owners.has(owner));
    this.pump(now);
  }

  /**
   * Whether one more frame stays within the lead, now or before the next beat: rather a little early than late. One may
   * always be on its way.
   */
  #isDue(now: number): boolean {
    const aheadMs = Math.max(this.#busyUntil - now, 0) + FRAME_MS;
    return aheadMs < Math.max(this.#channel.leadMs, FRAME_MS) + TICK_MS;
  }

  #takeUnplayed(now: number): void {
    this.#reportPlayed(now);
    const { frames, silentFrom } = this.#ledger.takeUnplayed(now);
    if (frames.length === 0) return;
    this.#channel.clear();
    this.#tap.cut(silentFrom);
    this.#queue.unshift(...frames);
    this.#busyUntil = now;
  }

  #sendNext(now: number): void {
    const { pcm, owner } = this.#queue.shift() as SpeechFrame;
    const startsAt = Math.max(this.#busyUntil, now);
    this.#busyUntil = startsAt + FRAME_MS;
    this.#channel.send(pcm);
    this.#ledger.frameSent({ pcm, owner, startsAt, endsAt: this.#busyUntil }, now);
    this.#tap.play(pcm, startsAt);
    owner.onSent();
  }

  #reportPlayed(now: number): void {
    for (let played = this.#ledger.nextPlayed(now); played; played = this.#ledger.nextPlayed(now))
      played.owner.onPlayed();
  }
}
