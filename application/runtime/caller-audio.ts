import { Framer } from '../../domain/audio/framing.ts';
import { detectSpeech, NO_SPEECH, SPEECH_START_MS, type SpeechDetection } from '../../domain/voice/speech-detection.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { CLEAN_LEVEL, type ConversationInput } from '../../domain/voice/state.ts';
import type { Transcription } from '../ports/speech-to-text.ts';
import type { VoiceActivityDetector } from '../ports/voice-activity.ts';
import { FRAME_MS } from './speech-frame.ts';

/** Silence within speech that is reported as a pause, in ms. A pause may become the end of the turn. */
const PAUSE_MS = 160;
/** Most audio accepted ahead of real time, in ms, to absorb network bursts. Excess is dropped. */
const BURST_MAX_MS = 3_000;

type CallerSpeechStart = Extract<ConversationInput, { readonly type: 'callerSpeechStarted' }>;

/** Events of the caller's audio. Times are monotonic milliseconds. */
export interface CallerAudioListener {
  /** Every 20 ms frame of the caller, for the recording. */
  frame(pcm: Int16Array): void;
  speechStarted(facts: Pick<CallerSpeechStart, 'level' | 'transcription'>): void;
  /** A pause within the caller's speech begins or ends. Never called where every pause ends the turn. */
  paused(on: boolean): void;
  speechEnded(silentAt: number): void;
}

/** Caller audio input: framing, VAD and the STT stream. While muted, sends silence of equal length. */
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

  /** Accepts caller audio in chunks of any length. Drops what exceeds real time by more than the burst limit. */
  push(chunk: Int16Array, now: number): void {
    this.#openedAt ??= now;
    const chunkMs = chunk.length / this.#samplesPerMs;
    if (this.#receivedMs + chunkMs > now - this.#openedAt + BURST_MAX_MS) return;
    // A caller who sent no packets for a while does not earn a larger burst.
    this.#receivedMs = Math.max(this.#receivedMs + chunkMs, now - this.#openedAt - BURST_MAX_MS);
    this.#lastAudioAt = now;
    this.#framer.push(chunk, (frame) => this.#processFrame(frame, now));
  }

  mute(on: boolean): void {
    this.#muted = on;
    if (!on || !this.#detection.talking) return;
    this.#detection = NO_SPEECH;
    this.#parts.transcription.endUtterance();
  }

  /** Ends the speech when audio stops arriving. Called on every tick. */
  tick(now: number): void {
    if (!this.#detection.talking || now - this.#lastAudioAt < TIMEOUTS_MS.caller_audio) return;
    this.#detection = NO_SPEECH;
    this.#listener.speechEnded(this.#lastAudioAt);
    this.#parts.transcription.endUtterance();
  }

  /** Ends the utterance although sound may continue. */
  endUtterance(): void {
    this.#parts.transcription.endUtterance();
  }

  /** Sound that continues starts a new speech. */
  rearm(): void {
    this.#detection = NO_SPEECH;
  }

  /** Asks for interim words of a whole-utterance transcription. */
  probe(): void {
    this.#parts.transcription.probe?.();
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
      transcription.startUtterance();
      this.#listener.speechStarted({ level: CLEAN_LEVEL, transcription: factsOf(transcription) });
    } else if (change === 'stopped') {
      this.#listener.speechEnded(now - silentMs);
      transcription.endUtterance();
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

/** What the transcription can do now: a failover may have changed it. */
const factsOf = (transcription: Transcription): CallerSpeechStart['transcription'] => ({
  endpointingMs: transcription.endpointingMs,
  interimGapMs: transcription.interimGapMs ?? null,
  reportsTurns: transcription.reportsTurns === true,
  canProbe: transcription.probe !== undefined,
});
