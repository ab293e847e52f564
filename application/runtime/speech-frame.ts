/** Length of every frame that is written. In milliseconds. */
export const FRAME_MS = 20;

/** One frame of an agent's speech on its way to the caller, and whom to tell about it. */
export interface SpeechFrame {
  readonly pcm: Int16Array;
  readonly owner: FrameOwner;
}

export interface FrameOwner {
  /** A frame goes out. After a hold the same frame may go out again. */
  onSent(): void;
  /** One more frame was heard by the caller; each is told once, in order. */
  onPlayed(): void;
}

/** A frame that went out, and when it is played by the clock, in monotonic milliseconds. */
export interface SentFrame extends SpeechFrame {
  readonly startsAt: number;
  readonly endsAt: number;
}
