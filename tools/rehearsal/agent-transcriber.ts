import type { Transcription } from '../../application/ports/speech-to-text.ts';
import type { VoiceActivityDetector } from '../../application/ports/voice-activity.ts';

const FRAME_MS = 20;
/** Speech as short as this is none: a click. */
const STARTS_MS = 60;
/** Quiet after which the other side has stopped, beyond what the detector adds. */
const STOPS_MS = 200;
/** Words that take longer are not awaited any more. */
const WORDS_MS = 8_000;

/** What is noticed of the agent's speech. */
export interface AgentSpeechListener {
  /** Agent speech starts. */
  starts(): void;
  /** Agent speech stops. Its words may follow. */
  stops(): void;
  /** What it said. */
  says(words: string): void;
}

/**
 * Follows the agent's speech for a simulated caller: a detector finds where it starts and stops, and speech to text its
 * words. Both are given frames of 20 ms, silence included.
 */
export class AgentTranscriber {
  readonly #transcription: Transcription;
  readonly #detector: VoiceActivityDetector;
  readonly #listener: AgentSpeechListener;
  #state: 'quiet' | 'speaking' | 'pausing' = 'quiet';
  /** For how long there was speech, and none. In milliseconds. */
  #speechMs = 0;
  #quietMs = 0;
  /** How long the words of an utterance are awaited. Null: none are. */
  #awaitedMs: number | null = null;

  constructor(transcription: Transcription, detector: VoiceActivityDetector, listener: AgentSpeechListener) {
    this.#transcription = transcription;
    this.#detector = detector;
    this.#listener = listener;
  }

  /** Whether the other side speaks, or has said what is not understood yet. */
  get isBusy(): boolean {
    return this.#state !== 'quiet' || this.#awaitedMs !== null;
  }

  /** The next 20 ms of the line. */
  hear(pcm: Int16Array): void {
    this.#measure(this.#detector.isSpeech(pcm));
    if (this.#state !== 'speaking' && this.#speechMs >= STARTS_MS) this.#start();
    this.#transcription.write(pcm);
    if (this.#state === 'speaking' && this.#quietMs >= STOPS_MS) {
      this.#state = 'pausing';
      this.#listener.stops();
    }
    if (this.#state === 'pausing' && this.#quietMs >= this.#transcription.endpointingMs) {
      this.#state = 'quiet';
      this.#awaitedMs = 0;
      this.#transcription.endUtterance();
    }
  }

  /** The final transcript of an utterance. */
  understood(words: string): void {
    this.#awaitedMs = null;
    if (words.trim() !== '') this.#listener.says(words);
  }

  close(): void {
    this.#transcription.close();
    this.#detector.close();
  }

  #measure(isSpeech: boolean): void {
    this.#speechMs = isSpeech ? this.#speechMs + FRAME_MS : 0;
    this.#quietMs = isSpeech ? 0 : this.#quietMs + FRAME_MS;
    if (this.#awaitedMs !== null) this.#awaitedMs = this.#awaitedMs < WORDS_MS ? this.#awaitedMs + FRAME_MS : null;
  }

  #start(): void {
    if (this.#state === 'quiet') this.#transcription.startUtterance();
    this.#state = 'speaking';
    this.#listener.starts();
  }
}
