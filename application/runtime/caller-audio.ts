import { Framer } from '../../domain/audio/framing.ts';
import { detectSpeech, NO_SPEECH, SPEECH_START_MS, type SpeechDetection } from '../../domain/voice/speech-detection.ts';
import type { Transcription } from '../ports/speech-to-text.ts';
import type { VoiceActivityDetector } from '../ports/voice-activity.ts';
import { FRAME_MS } from './speech-frame.ts';

/** A silence of this length is a pause, which may become the end of a turn. In milliseconds. */
const PAUSE_MS = 160;
/** A caller whose audio stops in mid-speech is taken to have fallen silent after this. In milliseconds. */
const AUDIO_STALL_MS = 1_000;
/** Audio beyond real time that is still taken, for bursts after a stall of the network; more is dropped. In milliseconds. */
const BURST_MAX_MS = 3_000;

/** What the ear notices. Moments are monotonic milliseconds. */
export interface CallerAudioListener {
  /** Every 20 ms of the caller's audio, for the recording. */
  frame(pcm: Int16Array): void;
  speechStarted(): void;
  /** A pause in what the caller says begins or is over. Where every pause ends the turn there are none. */
  paused(on: boolean): void;
  speechEnded(silentAt: number): void;
}

/** The agent's ear: frames, voice activity, and the transcription they feed. Muted, it hears silence of equal length. */
export class CallerAudio {
  readonly #parts: { transcription: Transcription; detector: VoiceActivityDetector };
  readonly #listener: CallerAudioListener;
  readonly #framer: Framer;
  readonly #silence: Int16Array;
  readonly #samplesPerMs: number;
  #detection: SpeechDetection = NO_SPEECH;
  #muted = false;
  #paused = false;
  #receivedMs = 0;
  #openedAt: number | null = null;
  #lastAudioAt = 0;

  constructor(
    parts: { transcription: Transcription; detector: VoiceActivityDetector; inputRate: number },
    listener: CallerAudioListener,
  ) {
    this.#parts = parts;
    this.#listener = listener;
    this.#samplesPerMs = parts.inputRate / 1000;
    this.#framer = new Framer(this.#samplesPerMs * FRAME_MS);
    this.#silence = new Int16Array(this.#samplesPerMs * FRAME_MS);
  }

  /** Takes the caller's audio in chunks of any length. What a flooding client sends beyond real time is dropped. */
  push(chunk: Int16Array, now: number): void {
    this.#openedAt ??= now;
    const chunkMs = chunk.length / this.#samplesPerMs;
    if (this.#receivedMs + chunkMs > now - this.#openedAt + BURST_MAX_MS) return;
    // A caller who was silent for a while (no packets at all) does not save up the right to a flood.
    this.#receivedMs = Math.max(this.#receivedMs + chunkMs, now - this.#openedAt - BURST_MAX_MS);
    this.#lastAudioAt = now;
    this.#framer.push(chunk, (frame) => this.#processFrame(frame, now));
  }

  mute(on: boolean): void {
    this.#muted = on;
    if (!on || !this.#detection.talking) return;
    this.#detection = NO_SPEECH;
    this.#parts.transcription.finish();
  }

  /** Notices audio that stopped coming. To be called on every beat. */
  tick(now: number): void {
    if (!this.#detection.talking || now - this.#lastAudioAt < AUDIO_STALL_MS) return;
    this.#detection = NO_SPEECH;
    this.#listener.speechEnded(this.#lastAudioAt);
    this.#parts.transcription.finish();
  }

  close(): void {
    this.#parts.detector.close();
    this.#parts.transcription.close();
  }

  #processFrame(frame: Int16Array, now: number): void {
    this.#listener.frame(frame);
    const { transcription, detector } = this.#parts;
    const input = this.#muted ? this.#silence : frame;
    transcription.write(input);
    const timing = { startMs: SPEECH_START_MS, endMs: transcription.endpointingMs, lagMs: detector.lagMs };
    const { after, change, silentMs } = detectSpeech(this.#detection, detector.isSpeech(input), FRAME_MS, timing);
    this.#detection = after;
    this.#reportPause(transcription.endpointingMs);
    if (change === 'started') {
      transcription.begin();
      this.#listener.speechStarted();
    } else if (change === 'stopped') {
      this.#listener.speechEnded(now - silentMs);
      transcription.finish();
    }
  }

  #reportPause(endpointingMs: number): void {
    const { talking, runMs } = this.#detection;
    const paused = talking && endpointingMs > PAUSE_MS && runMs >= PAUSE_MS;
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (talking) this.#listener.paused(paused);
  }
}
