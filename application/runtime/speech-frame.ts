import { Framer } from '../../domain/audio/framing.ts';

/** Length of a frame, in ms. */
export const FRAME_MS = 20;

/** One frame of agent speech, and its owner. */
export interface SpeechFrame {
  readonly pcm: Int16Array;
  readonly owner: FrameOwner;
}

export interface FrameOwner {
  /** Whether the recording gets silence instead. */
  readonly isPrivate?: boolean;
  /** A frame was sent. After a pause, the same frame may be sent again. */
  onSent(): void;
  /** The next frame was played to the caller. Called once per frame, in order. */
  onPlayed(): void;
}

/** A sent frame, and when it plays by the clock, in monotonic milliseconds. */
export interface SentFrame extends SpeechFrame {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Audio in whole frames as frames. */
export function framesOf(audio: Int16Array, sampleRate: number): readonly Int16Array[] {
  const frames: Int16Array[] = [];
  const framer = new Framer((sampleRate * FRAME_MS) / 1_000);
  framer.push(audio, (frame) => void frames.push(frame));
  return frames;
}
