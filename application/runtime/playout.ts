import type { AmbientSound } from '../../domain/audio/ambient-sound.ts';
import { levelDbOf } from '../../domain/audio/level.ts';
import { PlayedLevels } from '../../domain/audio/played-levels.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import { ClockLedger, type PlayoutLedger } from './playout-ledger.ts';
import { MarkLedger } from './mark-ledger.ts';
import { TICK_MS } from './ticker.ts';
import { FRAME_MS, type FrameOwner, type SpeechFrame } from './speech-frame.ts';

type PlayoutChannel = Pick<MediaChannel, 'send' | 'clear' | 'sendAheadMs' | 'messageMs' | 'reportsPlayout' | 'mark'>;

/** Receives every frame with the moment it is played, and the moments from which playout is cut. */
export interface PlayoutTap {
  agent(pcm: Int16Array, at: number): void;
  cut(at: number): void;
}

/**
 * Sends frames in real time and tracks what the caller has been played: by marks of the peer, or else by the clock. It sends
 * ahead by the channel's lead, catches up after a stall, and takes back unplayed frames on pause. Context, transcript,
 * recording and metrics follow it. Ambient sound is mixed in for the channel alone, from the first frame on.
 */
export class Playout {
  /** Levels of what the caller is played, by the clock. */
  readonly levels = new PlayedLevels();
  readonly #channel: PlayoutChannel;
  readonly #tap: PlayoutTap;
  readonly #ledger: PlayoutLedger;
  readonly #ambient: AmbientSound | null;
  readonly #framesPerMessage: number;
  #queue: SpeechFrame[] = [];
  #busyUntil = 0;
  #isPaused = false;

  constructor(channel: PlayoutChannel, tap: PlayoutTap, ambient: AmbientSound | null = null) {
    this.#channel = channel;
    this.#tap = tap;
    this.#ambient = ambient;
    this.#framesPerMessage = Math.max(1, Math.floor(channel.messageMs / FRAME_MS));
    this.#ledger = channel.reportsPlayout ? new MarkLedger(channel) : new ClockLedger();
  }

  /** Audio waiting to be sent, in ms. */
  get waitingMs(): number {
    return this.#queue.length * FRAME_MS;
  }

  /** Queues frames and sends what is due. */
  add(frames: readonly SpeechFrame[], now: number): void {
    for (const frame of frames) this.#queue.push(frame);
    this.pump(now);
  }

  /** Reports what was played and sends what is due. Called on every tick. */
  pump(now: number): void {
    this.#reportPlayed(now);
    while (!this.#isPaused && this.#queue.length > 0 && this.#isDue(now)) this.#sendNext(now);
    if (this.#ambient) this.#fill(this.#ambient, now);
  }

  /** Stops at once. Sent but unplayed frames are taken back and sent again on resume. */
  pause(now: number): void {
    this.#isPaused = true;
    this.#takeUnplayed(now);
  }

  resume(now: number): void {
    this.#isPaused = false;
    this.pump(now);
  }

  /** The peer reports that all audio before this mark was played. */
  onMarkPlayed(id: string, now: number): void {
    this.#ledger.onMarkPlayed(id);
    this.pump(now);
  }

  /** Discards all frames of these owners, sent or not. */
  drop(owners: ReadonlySet<FrameOwner>, now: number): void {
    this.#reportPlayed(now);
    if (this.#ledger.hasUnplayed(owners)) this.#takeUnplayed(now);
    this.#queue = this.#queue.filter(({ owner }) => !owners.has(owner));
    this.pump(now);
  }

  /**
   * Whether one more frame fits the lead before the next tick. Rounds towards early. One frame may always be in
   * transit.
   */
  #isDue(now: number): boolean {
    const aheadMs = Math.max(this.#busyUntil - now, 0) + FRAME_MS;
    return aheadMs < Math.max(this.#channel.sendAheadMs, FRAME_MS) + TICK_MS;
  }

  /** Keeps the peer in ambient sound. It is sent hardly ahead, because speech has to wait behind it. */
  #fill(ambient: AmbientSound, now: number): void {
    if (this.#busyUntil === 0) return;
    while (this.#busyUntil < now + FRAME_MS) {
      this.#busyUntil = Math.max(this.#busyUntil, now) + FRAME_MS;
      this.#channel.send(ambient.next(null));
    }
  }

  #takeUnplayed(now: number): void {
    this.#reportPlayed(now);
    const { frames, silentFrom } = this.#ledger.takeUnplayed(now);
    if (frames.length === 0) return;
    this.#channel.clear();
    this.#tap.cut(silentFrom);
    this.levels.cut(silentFrom);
    this.#queue.unshift(...frames);
    this.#busyUntil = now;
  }

  #sendNext(now: number): void {
    const frames = this.#queue.splice(0, this.#framesPerMessage);
    const from = Math.max(this.#busyUntil, now);
    this.#busyUntil = from + frames.length * FRAME_MS;
    this.#channel.send(joined(frames.map(({ pcm }) => this.#ambient?.next(pcm) ?? pcm)));
    for (const [index, { pcm, owner }] of frames.entries()) {
      const startsAt = from + index * FRAME_MS;
      this.#ledger.frameSent({ pcm, owner, startsAt, endsAt: startsAt + FRAME_MS }, now);
      this.#tap.agent(owner.isPrivate === true ? new Int16Array(pcm.length) : pcm, startsAt);
      this.levels.play(levelDbOf(pcm), startsAt);
    }
    this.#ledger.messageSent();
    for (const { owner } of frames) owner.onSent();
  }

  #reportPlayed(now: number): void {
    for (let played = this.#ledger.nextPlayed(now); played; played = this.#ledger.nextPlayed(now))
      played.owner.onPlayed();
  }
}

function joined(frames: readonly Int16Array[]): Int16Array {
  const [first] = frames;
  if (first && frames.length === 1) return first;
  const all = new Int16Array(frames.reduce((length, frame) => length + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
}
