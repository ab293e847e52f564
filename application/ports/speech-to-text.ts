import type { VendorTurnReport } from '../../domain/voice/state.ts';
import type { CallerWord } from '../../domain/voice/caller-word.ts';
import type { VendorFailure } from './vendor-failure.ts';

/** For transcribing a caller's speech: one open STT stream per call. */
export interface Transcription {
  /** Silence in ms after which a caller's turn may end; shorter or longer when the transcript is complete. */
  readonly endpointingMs: number;
  /** Usual time between interim transcripts while words arrive, in ms. Null: none arrive before the utterance ends. Absent: unknown. */
  readonly interimGapMs?: number | null | undefined;
  /**
   * Whether the vendor reports the caller's turns, so that silence alone does not end an utterance. The final transcript
   * of an utterance whose turn `ended` may come before `endUtterance`.
   */
  readonly reportsTurns?: boolean;
  /** Audio sent to the vendor so far, in ms, where that is not all that was written. */
  readonly sentMs?: number;
  /** Writes 20 ms of the caller's audio, 16-bit mono at the opened rate. Also called for silence. */
  write(pcm: Int16Array): void;
  /** The caller started to speak. Audio written up to 300 ms earlier belongs to the utterance (pre-roll). */
  startUtterance(): void;
  /** The caller stopped: deliver a final transcript of the utterance, empty without words. */
  endUtterance(): void;
  /**
   * Whole-utterance vendors only: delivers an interim transcript of the utterance so far, and continues to collect it.
   * One request runs at a time. A failed one is ignored.
   */
  readonly probe?: (() => void) | undefined;
  /** Releases everything. No result is delivered afterwards. */
  close(): void;
}

/** Receives results. Never called after close. */
export interface TranscriptionListener {
  /** A transcript of the current utterance; a final one ends it. A stable one is not changed by later results. */
  transcript(result: Transcript): void;
  /** The utterance is lost. After a retryable failure the stream works for the next one. */
  failed(failure: VendorFailure): void;
}

export interface Transcript extends VendorTurnReport {
  readonly text: string;
  readonly final: boolean;
  readonly stable?: boolean;
  /** The words of a final transcript, placed in the audio that was written. Absent where the vendor does not tell their times. */
  readonly words?: readonly CallerWord[];
}

export interface TranscriptionOptions {
  readonly sampleRate: number;
  /** Language as a canonical id, from the agent. */
  readonly language: string;
  /**
   * Asks the vendor to report turns: `auto` if its model finds their end in the speech, `vendor` also if it only waits
   * for silence. Absent: the platform ends turns.
   */
  readonly turns?: 'auto' | 'vendor';
  /** Asks for the times of words also where the vendor takes longer with them, or charges for them. */
  readonly wordTimes?: boolean;
}
