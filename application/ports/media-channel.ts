import type { JsonObject } from '../../domain/agents/json-readers.ts';
import type { PageResult } from '../../domain/agents/page-tools.ts';
import type { TextInputOptions } from '../../domain/voice/state.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';

/** For one caller's audio in and out, over any wire protocol. Audio is 16-bit mono PCM. */
export interface MediaChannel {
  /** Sample rate of the caller's audio, in Hz. */
  readonly inputRate: number;
  /** Sample rate of the audio it takes, in Hz. */
  readonly outputRate: number;
  /** How far ahead of real time audio may be sent, in ms: the peer's buffer after an interruption. */
  readonly sendAheadMs: number;
  /** Most audio in one message to the peer, in ms: whole frames. It is sent in addition to the lead. */
  readonly messageMs: number;
  /** Whether the peer reports which marks it has played. Otherwise the clock is used. */
  readonly reportsPlayout: boolean;
  /** Starts delivering events. Called once. */
  listen(listener: MediaListener): void;
  /** Signals that the pipeline is ready and waits until the peer is: false when it left or never was. */
  ready(): Promise<boolean>;
  /** Sends whole frames, at most `messageMs`. Never waits; a peer that does not read is closed. */
  send(pcm: Int16Array): void;
  /** Asks a peer that reports playout to report when everything sent so far was played. */
  mark(id: string): void;
  /** Discards audio sent and not yet played. */
  clear(): void;
  /** Sends a conversation event in the peer's protocol: captions, turns, latencies. */
  sendEvent(event: ConversationEvent): void;
  /**
   * Runs a tool in the page at the other end. Never rejects, and takes at most the time of the call. Absent where there can be
   * no page.
   */
  callPage?(call: PageCall, signal: AbortSignal): Promise<PageResult>;
  /** Closes the channel gracefully. */
  close(reason: string): void;
}

/** A call of a tool in a page. */
export interface PageCall {
  readonly name: string;
  /** Unique in the call. */
  readonly id: string;
  readonly arguments: JsonObject;
  readonly timeoutMs: number;
}

export interface MediaListener {
  /** The caller's audio as it arrives, in chunks of any length. */
  audio(pcm: Int16Array): void;
  /** The caller sent text. */
  text(text: string, options?: TextInputOptions): void;
  /** The caller pressed a DTMF key: a digit, `*`, `#`, or `A` to `D`. */
  dtmf(key: string): void;
  /** All audio before this mark was played or discarded. Marks of discarded audio mean nothing. */
  markPlayed(id: string): void;
  /** The peer has left or asked to end. Called exactly once. */
  closed(reason: string): void;
}
