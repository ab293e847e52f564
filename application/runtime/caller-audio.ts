import { CallerSound } from '../../domain/audio/caller-sound.ts';
import { BeepDetector, type SoundChange } from '../../domain/audio/beep-detector.ts';
import { Framer } from '../../domain/audio/framing.ts';
import type { PlayedLevels } from '../../domain/audio/played-levels.ts';
import { detectSpeech, NO_SPEECH, SPEECH_START_MS, type SpeechDetection } from '../../domain/voice/speech-detection.ts';
import { earlier, type CallerWord } from '../../domain/voice/caller-word.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { CLEAN_LEVEL, type CallerLevelFacts, type ConversationInput } from '../../domain/voice/state.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { Transcript, Transcription } from '../ports/speech-to-text.ts';
import { FrameProcessing, type FrameProcessingParts } from './frame-processing.ts';
import { FRAME_MS } from './speech-frame.ts';

/** Silence within speech that is reported as a pause, in ms. A pause may become the end of the turn. */
const PAUSE_MS = 160;
/** Most audio accepted ahead of real time, in ms, to absorb network bursts. Excess is dropped. */
const BURST_MAX_MS = 3_000;

/** Time between interim transcripts of a vendor that is not known, in ms. */
const UNKNOWN_GAP_MS = 1_000;

type CallerSpeechStart = Extract<ConversationInput, { readonly type: 'callerSpeechStarted' }>;

/** Events of the caller's audio. Times are monotonic milliseconds. */
export interface CallerAudioListener {
  /** Every 20 ms frame of the caller, for the recording. */
  frame(pcm: Int16Array): void;
  speechStarted(facts: Pick<CallerSpeechStart, 'level' | 'transcription'>): void;
  /** The level facts of speech changed. */
  levelChanged(level: CallerLevelFacts): void;
  /** A pause within the caller's speech begins or ends. Never called where every pause ends the turn. */
  paused(on: boolean): void;
  speechEnded(silentAt: number): void;
  /** The line began to sound otherwise. Only where `findsBeeps`. */
  soundChanged(change: SoundChange): void;
}

interface CallerAudioParts extends FrameProcessingParts {
  readonly transcription: Transcription;
  readonly channel: Pick<MediaChannel, 'inputRate'>;
  readonly playedLevels: PlayedLevels;
  /** Whether beeps and silences are reported, also while muted. Absent: no. */
  readonly findsBeeps?: boolean;
}

/** Caller audio input: framing, VAD and the STT stream. While muted, sends silence of equal length. */
export class CallerAudio {
  readonly #transcription: Transcription;
  readonly #processing: FrameProcessing;
  readonly #sound: CallerSound;
  readonly #listener: CallerAudioListener;
  readonly #framer: Framer;
  readonly #beeps: BeepDetector | null;
  readonly #samplesPerMs: number;
  #detection: SpeechDetection = NO_SPEECH;
  #muted = false;
  #paused = false;
  #level = CLEAN_LEVEL;
  /** Whether the vendor that began the utterance reports turns: the conversation knows no other. */
  #reportsTurns = false;
  #receivedMs = 0;
  #openedAt: number | null = null;
  #lastAudioAt = 0;

  constructor(
    { transcription, channel, playedLevels, findsBeeps = false, ...processing }: CallerAudioParts,
    listener: CallerAudioListener,
  ) {
    const { inputRate } = channel;
    this.#transcription = transcription;
    this.#processing = new FrameProcessing(processing, inputRate);
    this.#sound = new CallerSound(inputRate, playedLevels);
    this.#listener = listener;
    this.#beeps = findsBeeps ? new BeepDetector(inputRate) : null;
    this.#samplesPerMs = inputRate / 1000;
    this.#framer = new Framer(this.#samplesPerMs * FRAME_MS);
  }

  /** The words at their places in the audio as it was received: the suppressor delays it. */
  asReceived(words: readonly CallerWord[]): readonly CallerWord[] {
    const { delayMs } = this.#processing;
    return delayMs > 0 ? earlier(words, delayMs) : words;
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
    this.#transcription.endUtterance();
  }

  /** Ends the speech when audio stops arriving. Called on every tick. */
  tick(now: number): void {
    if (!this.#detection.talking || now - this.#lastAudioAt < TIMEOUTS_MS.caller_audio) return;
    this.#detection = NO_SPEECH;
    this.#listener.speechEnded(this.#lastAudioAt);
    this.#transcription.endUtterance();
  }

  /** Ends the utterance although sound may continue. */
  endUtterance(): void {
    this.#transcription.endUtterance();
  }

  /** Sound that continues starts a new speech, and is the background. A pause on a line without one leaves none. */
  rearm(): void {
    this.#detection = NO_SPEECH;
    if (!this.#paused || this.#level.fadedSince !== null) this.#sound.rearm();
  }

  /** Words of the caller arrived: what sounded was not the background. */
  addWords({ text, final }: Pick<Transcript, 'text' | 'final'>): void {
    if (text.trim() !== '') this.#sound.addWords(final);
  }

  /** Asks for interim words of a whole-utterance transcription. */
  probe(): void {
    this.#transcription.probe?.();
  }

  close(): void {
    this.#processing.close();
    this.#transcription.close();
  }

  #processFrame(frame: Int16Array, now: number): void {
    this.#listener.frame(frame);
    this.#reportSound(frame);
    const transcription = this.#transcription;
    const { isVoiced, pcm } = this.#processing.process(frame, this.#muted);
    transcription.write(pcm);
    // Levels are followed while muted, too: the caller's voice must not pass for the background.
    const { talking } = this.#detection;
    const isSpeech = this.#sound.isSpeech({ pcm: frame, isVoiced, at: now, talking }) && !this.#muted;
    const lagMs = isVoiced || this.#sound.isNoisy ? 0 : this.#processing.lagMs;
    const startMs = SPEECH_START_MS - this.#sound.delayedFrames * FRAME_MS;
    const timing = { startMs, endMs: transcription.endpointingMs, lagMs };
    const { after, change, silentMs } = detectSpeech(this.#detection, isSpeech, FRAME_MS, timing);
    this.#detection = after;
    this.#reportPause(transcription.endpointingMs);
    if (change === 'started') this.#start(now);
    else if (change === 'stopped')
      this.#stop(now - silentMs, this.#reportsTurns && transcription.reportsTurns === true);
    else if (talking) this.#reportLevel(now);
  }

  #reportSound(frame: Int16Array): void {
    const change = this.#beeps?.push(frame);
    if (change) this.#listener.soundChanged(change);
  }

  #start(now: number): void {
    this.#level = this.#sound.factsAt(now);
    this.#transcription.startUtterance();
    const transcription = factsOf(this.#transcription);
    this.#reportsTurns = transcription.reportsTurns;
    this.#listener.speechStarted({ level: this.#level, transcription });
  }

  /** A vendor that ends turns needs the silence after the words: it ends the utterance, or the wait for it is over. */
  #stop(silentAt: number, isEndedByVendor = false): void {
    this.#listener.speechEnded(silentAt);
    if (!isEndedByVendor) this.#transcription.endUtterance();
  }

  #reportLevel(now: number): void {
    if (this.#sound.isWordless && typeof this.#transcription.interimGapMs === 'number') {
      this.#stop(now);
      return this.rearm();
    }
    const before = this.#level;
    const level = this.#sound.factsAt(now);
    if (level.isTrusted === before.isTrusted && level.fadedSince === before.fadedSince) return;
    const isNew = level.isTrusted && !before.isTrusted && before.fadedSince === null;
    this.#level = level;
    if (!isNew) return this.#listener.levelChanged(level);
    this.#transcription.endUtterance();
    this.#start(now);
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
  interimGapMs: transcription.interimGapMs === undefined ? UNKNOWN_GAP_MS : transcription.interimGapMs,
  reportsTurns: transcription.reportsTurns === true,
  canProbe: transcription.probe !== undefined,
});
