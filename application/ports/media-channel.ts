import type { TextInputOptions } from '../../domain/voice/state.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';

/** One caller's audio in and out, whatever the wire protocol. Audio is 16-bit mono PCM. */
export interface MediaChannel {
  /** Samples per second of the caller's audio. */
  readonly inputRate: number;
  /** Samples per second of the audio it takes. */
  readonly outputRate: number;
  /** How far ahead of real time audio may be written, in milliseconds: the peer's buffer after an interruption. */
  readonly sendAheadMs: number;
  /** Whether the peer tells which marks it has played. Otherwise the clock must do. */
  readonly reportsPlayout: boolean;
  /** Starts delivering. Called once. */
  listen(listener: MediaListener): void;
  /** Tells the peer that the pipeline is ready, and waits until the peer is: false when it left or never was. */
  ready(): Promise<boolean>;
  /** Writes one frame now. Never waits; a peer that does not read is closed. */
  send(pcm: Int16Array): void;
  /** Asks a peer that acknowledges to tell when everything written so far was played. */
  mark(id: string): void;
  /** Throws away what was written and not yet played. */
  clear(): void;
  /** Tells the peer what happens, in the words of its protocol: captions, turns, latencies. */
  sendEvent(event: ConversationEvent): void;
  /** Ends the session in good order. */
  close(reason: string): void;
}

export interface MediaListener {
  /** The caller's audio as it arrives, in chunks of any length. */
  audio(pcm: Int16Array): void;
  /** The caller typed instead of speaking. */
  text(text: string, options?: TextInputOptions): void;
  /** The caller pressed a key of the telephone: a digit, `*`, `#`, or `A` to `D`. */
  dtmf(key: string): void;
  /** Everything written before this mark was played, or thrown away. Marks of what was thrown away mean nothing. */
  markPlayed(id: string): void;
  /** The peer is gone, or asked to end. Called exactly once. */
  closed(reason: string): void;
}
