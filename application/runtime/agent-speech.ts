import type { TextSegment } from '../../domain/voice/conversation-events.ts';
import {
  CHARACTERS_PER_SECOND,
  playedText,
  type PlayedSegment,
  type WordTiming,
} from '../../domain/voice/played-text.ts';
import { Silences } from '../../domain/voice/silences.ts';
import { FRAME_MS, type FrameOwner } from './speech-frame.ts';

/** Progress of a speech. It ends once: completed, failed, or by `cancel`. */
export interface SpeechListener {
  /** The first audio of the speech was sent. */
  started(speech: number): void;
  /** The first audio of this segment was sent. */
  segmentSent(speech: number, text: string, part: number): void;
  /** How much of a started segment was played. Reported once per segment, at its end. */
  segmentPlayed(segment: TextSegment & { readonly played: string }): void;
  completed(speech: number, playedText: string): void;
  failed(speech: number, playedText: string, message: string): void;
}

/** The player of a speech. */
interface SpeechContext {
  readonly listener: SpeechListener;
  readonly outputRate: number;
  readonly rate: SpeechRate;
  isPrivate(text: string): boolean;
  framePlayed(): void;
  /** The speech needs no more synthesis. */
  synthesised(speech: AgentSpeech): void;
  /** All audio of the speech was played. Called before the listener. */
  played(speech: AgentSpeech): void;
}

/** One agent speech. It owns its segments and its progress. */
export class AgentSpeech {
  readonly id: number;
  readonly #context: SpeechContext;
  readonly #segments: SpeechSegment[] = [];
  readonly #abort = new AbortController();
  /** `ended`: no segment follows. What was synthesised of the others is still played, also after a failure. */
  #state: 'open' | 'ended' | 'played' | 'cancelled' = 'open';
  #failure: string | null = null;
  #hasStarted = false;

  constructor(id: number, context: SpeechContext) {
    this.id = id;
    this.#context = context;
  }

  get segments(): readonly SpeechSegment[] {
    return this.#segments;
  }

  /** Aborts when the speech is cancelled. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether its next segment is to be synthesised. */
  get needsSynthesis(): boolean {
    return this.#isActive && this.#failure === null;
  }

  /** The text that was played so far. */
  get playedText(): string {
    return this.#playedTextOf(this.#segments);
  }

  /** Adds a segment. Null: the speech takes no more text. */
  add(text: string): SpeechSegment | null {
    if (this.#state !== 'open') return null;
    const segment = new SpeechSegment(this, {
      part: this.#segments.length,
      text,
      isPrivate: this.#context.isPrivate(text),
    });
    this.#segments.push(segment);
    return segment;
  }

  /** No more segments follow. */
  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#afterSynthesis();
  }

  /** Stops synthesis. */
  cancel(): void {
    this.#state = 'cancelled';
    this.#abort.abort();
  }

  /**
   * Reports what was played of the unfinished segments, last first: a reader that keeps one position in the text ends
   * where playout ended.
   */
  reportRemaining(): void {
    for (const segment of this.#segments.toReversed()) this.#report(segment, this.#playedTextOf([segment]));
  }

  onSegmentSynthesised(segment: SpeechSegment, failure: string | null): void {
    if (!this.#isActive) return;
    if (failure === null) this.#context.rate.record(segment.text, segment.frames);
    else [this.#state, this.#failure] = ['ended', failure];
    this.#reportIfPlayed(segment);
    this.#afterSynthesis();
  }

  onSegmentSent({ text, part }: SpeechSegment): void {
    const { listener } = this.#context;
    if (!this.#hasStarted) listener.started(this.id);
    this.#hasStarted = true;
    listener.segmentSent(this.id, text, part);
  }

  onFramePlayed(segment: SpeechSegment): void {
    this.#context.framePlayed();
    this.#reportIfPlayed(segment);
    this.#finishIfPlayed();
  }

  get #isActive(): boolean {
    return this.#state === 'open' || this.#state === 'ended';
  }

  #playedTextOf(segments: readonly SpeechSegment[]): string {
    const { outputRate, rate } = this.#context;
    const played = segments.map((segment) => segment.playedSegment(outputRate));
    return playedText(played, outputRate, rate.charactersPerSecond);
  }

  #reportIfPlayed(segment: SpeechSegment): void {
    if (this.#isActive && segment.isTextPlayed) this.#report(segment, segment.text);
  }

  #report(segment: SpeechSegment, played: string): void {
    const { part, text } = segment;
    if (segment.takeReport()) this.#context.listener.segmentPlayed({ speech: this.id, part, text, played });
  }

  #afterSynthesis(): void {
    const isSynthesised = this.#state === 'ended' && this.#segments.every((segment) => segment.isSynthesised);
    if (isSynthesised || this.#failure !== null) this.#context.synthesised(this);
    this.#finishIfPlayed();
  }

  #finishIfPlayed(): void {
    const coming =
      this.#failure === null ? this.#segments : this.#segments.filter(({ isSynthesised }) => isSynthesised);
    if (this.#state !== 'ended' || !coming.every(({ isPlayed }) => isPlayed)) return;
    this.#state = 'played';
    this.#context.played(this);
    this.reportRemaining();
    if (this.#segments.every(({ frames }) => frames === 0)) this.#failure ??= 'The speech synthesis returned no audio';
    if (this.#failure === null) this.#context.listener.completed(this.id, this.playedText);
    else this.#context.listener.failed(this.id, this.playedText, this.#failure);
  }
}

/** Text of about a sentence: the unit of one TTS request. It owns its progress and reports it to its speech. */
export class SpeechSegment implements FrameOwner {
  readonly speech: AgentSpeech;
  /** Its index in the speech, from 0. */
  readonly part: number;
  readonly text: string;
  readonly isPrivate: boolean;
  readonly #silences = new Silences();
  #wordTimings: WordTiming[] = [];
  /** `incomplete`: synthesis ended, and the frames do not cover all of the text. */
  #synthesis: 'running' | 'complete' | 'incomplete' = 'running';
  #playout: 'queued' | 'sent' | 'reported' = 'queued';
  #frames = 0;
  #playedFrames = 0;

  constructor(
    speech: AgentSpeech,
    { part, text, isPrivate }: { readonly part: number; readonly text: string; readonly isPrivate: boolean },
  ) {
    this.speech = speech;
    this.part = part;
    this.text = text;
    this.isPrivate = isPrivate;
  }

  /** Frames synthesised so far. */
  get frames(): number {
    return this.#frames;
  }

  get isSynthesised(): boolean {
    return this.#synthesis !== 'running';
  }

  /** Whether all of its audio was played, as far as it could be synthesised. */
  get isPlayed(): boolean {
    return this.isSynthesised && this.#playedFrames >= this.#frames;
  }

  /** Whether all of its text was played. */
  get isTextPlayed(): boolean {
    return this.isPlayed && this.#synthesis === 'complete';
  }

  /** Starts an attempt. Returns the receiver of its word timings; those of an earlier attempt are dropped. */
  startAttempt(): (timing: WordTiming) => void {
    const timings: WordTiming[] = (this.#wordTimings = []);
    return (timing) => void timings.push(timing);
  }

  addFrame(pcm: Int16Array): void {
    this.#frames += 1;
    this.#silences.add(pcm);
  }

  /** No frames follow. Without a failure they cover all of the text. */
  endSynthesis(failure: string | null): void {
    this.#synthesis = failure === null ? 'complete' : 'incomplete';
    this.speech.onSegmentSynthesised(this, failure);
  }

  onSent(): void {
    if (this.#playout !== 'queued') return;
    this.#playout = 'sent';
    this.speech.onSegmentSent(this);
  }

  onPlayed(): void {
    this.#playedFrames += 1;
    this.speech.onFramePlayed(this);
  }

  /** Whether its playout is to be reported: once, after it was sent. */
  takeReport(): boolean {
    if (this.#playout !== 'sent') return false;
    this.#playout = 'reported';
    return true;
  }

  /** Its playout so far, in samples. */
  playedSegment(sampleRate: number): PlayedSegment {
    const perFrame = (sampleRate * FRAME_MS) / 1000;
    return {
      text: this.text,
      marks: this.#wordTimings,
      synthesised: this.#frames * perFrame,
      silences: this.#silences.list(FRAME_MS).map(({ from, to }) => ({ from: from * perFrame, to: to * perFrame })),
      samples: this.#synthesis === 'complete' ? this.#frames * perFrame : null,
      played: this.#playedFrames * perFrame,
    };
  }
}

/** The measured speech rate of a synthesiser. */
export class SpeechRate {
  #characters = 0;
  #seconds = 0;

  /** Records the number of frames of a text. */
  record(text: string, frames: number): void {
    this.#characters += text.length;
    this.#seconds += (frames * FRAME_MS) / 1000;
  }

  /** Characters per second. */
  get charactersPerSecond(): number {
    return this.#seconds > 0 ? this.#characters / this.#seconds : CHARACTERS_PER_SECOND;
  }
}
