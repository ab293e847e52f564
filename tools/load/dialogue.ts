/** When a simulated caller speaks. Everything in milliseconds. */
export interface DialogueTimes {
  /** Quiet of the agent after which the caller speaks. */
  readonly pauseMs: number;
  /** How long the caller waits for a greeting once the call is set up. */
  readonly greetingMs: number;
  /** An answer that takes longer than this does not come. */
  readonly replyMs: number;
}

/** What came of a conversation so far. */
export interface DialogueListener {
  /** The agent's first sound, counted from the start, before the caller spoke. */
  greeted(ms: number): void;
  /** The agent's first sound after the caller's last one. */
  replied(ms: number): void;
  /** The agent was silent for too long, or hung up. */
  unanswered(why: 'silence' | 'hang-up'): void;
  /** The agent spoke during the caller's speech, or right after it, so that no latency can be told. */
  overlapped(): void;
  /** The agent finished the answer to the last utterance. */
  finished(): void;
}

/** Frames of the caller's utterances: how many each of them has. */
export type UtteranceLengths = readonly number[];

/** A frame to send: of which utterance, and which of its frames. */
export interface UtteranceFrame {
  readonly utterance: number;
  readonly frame: number;
}

/** An agent that is audible sooner after the caller's last sound did not answer it: it was late with something else. */
const EARLIEST_MS = 100;

/** `waiting` for the agent to be quiet, `speaking`, or `awaiting` an answer. */
type DialogueState = 'waiting' | 'speaking' | 'awaiting' | 'finished';

/**
 * A caller that talks when the agent is quiet, waits for an answer, and talks again. The answer counts from its first
 * audible frame: silence that a player is sent answers nothing.
 */
export class Dialogue {
  readonly #times: DialogueTimes;
  readonly #lengths: UtteranceLengths;
  readonly #turns: number;
  readonly #listener: DialogueListener;
  readonly #startedAt: number;
  /** When the caller was connected. */
  #joinedAt: number | null = null;
  #state: DialogueState = 'waiting';
  #count = 0;
  #frame = 0;
  /** When the caller spoke last, and until when the agent is audible. */
  #spokeAt: number;
  #audibleUntil: number | null = null;
  #isOverlapped = false;

  constructor(
    { times, lengths, turns }: { times: DialogueTimes; lengths: UtteranceLengths; turns: number },
    listener: DialogueListener,
    now: number,
  ) {
    this.#times = times;
    this.#lengths = lengths;
    this.#turns = turns;
    this.#listener = listener;
    this.#startedAt = now;
    this.#spokeAt = now;
  }

  /** The frame that the caller sends now; null for silence. To be called once in 20 ms, from when the call is set up. */
  next(now: number): UtteranceFrame | null {
    this.#joinedAt ??= now;
    if (this.#state === 'waiting' && this.#isAgentQuiet(now)) this.#begin();
    if (this.#state === 'awaiting' && now - this.#spokeAt > this.#times.replyMs) this.#miss();
    if (this.#state !== 'speaking') return null;
    const utterance = (this.#count - 1) % this.#lengths.length;
    const next = { utterance, frame: this.#frame };
    this.#frame += 1;
    this.#spokeAt = now;
    if (this.#frame >= (this.#lengths[utterance] ?? 0)) this.#end();
    return next;
  }

  /** Audible audio of the agent arrived, which is played until then. */
  onAgentSound(now: number, playedUntil: number): void {
    if (this.#audibleUntil === null && this.#count === 0) this.#listener.greeted(now - this.#startedAt);
    this.#audibleUntil = Math.max(this.#audibleUntil ?? 0, playedUntil);
    if (this.#state === 'speaking') this.#isOverlapped = true;
    if (this.#state !== 'awaiting') return;
    this.#state = 'waiting';
    const latencyMs = now - this.#spokeAt;
    if (this.#isOverlapped) return;
    if (latencyMs < EARLIEST_MS) this.#listener.overlapped();
    else this.#listener.replied(latencyMs);
  }

  /** What was not played yet is discarded. */
  onCleared(now: number): void {
    if (this.#audibleUntil !== null) this.#audibleUntil = Math.min(this.#audibleUntil, now);
  }

  /** The agent hung up. A question that it has not answered is counted. */
  onAgentGone(): void {
    const isOpen = this.#state === 'speaking' || this.#state === 'awaiting';
    if (isOpen && !this.#isOverlapped) this.#listener.unanswered('hang-up');
    this.#state = 'finished';
  }

  #isAgentQuiet(now: number): boolean {
    if (this.#audibleUntil === null) return now - (this.#joinedAt ?? now) >= this.#times.greetingMs;
    return now - Math.max(this.#audibleUntil, this.#spokeAt) >= this.#times.pauseMs;
  }

  #begin(): void {
    if (this.#count === this.#turns) {
      this.#state = 'finished';
      return this.#listener.finished();
    }
    this.#state = 'speaking';
    this.#count += 1;
    this.#frame = 0;
    this.#isOverlapped = false;
  }

  #end(): void {
    this.#state = 'awaiting';
    if (this.#isOverlapped) this.#listener.overlapped();
  }

  #miss(): void {
    this.#state = 'waiting';
    this.#audibleUntil ??= this.#spokeAt;
    this.#listener.unanswered('silence');
  }
}
