import type { TextSegment } from '../../domain/voice/conversation-events.ts';
import { Silences } from '../../domain/voice/silences.ts';
import { errorMessage } from './stream-timeouts.ts';
import {
  playedTextOf,
  isPlayed,
  isSilent,
  isSynthesised,
  newQueuedSpeech,
  SpeechRate,
  type SpeechSegment,
  type QueuedSpeech,
} from './speech-segment.ts';
import { SegmentSynthesiser, type SynthesiserParts } from './segment-synthesiser.ts';

/** Progress of the speeches. Each ends once: completed, failed, or by `cancel`. Times are monotonic milliseconds. */
export interface SpeechPlayerListener {
  /** The first audio of a speech was sent. */
  started(speech: number): void;
  /** The first audio of this segment was sent. */
  segmentSent(speech: number, text: string, part: number): void;
  /** How much of a started segment was played. Reported once per segment, at its end. */
  segmentPlayed(segment: TextSegment & { readonly played: string }): void;
  completed(speech: number, playedText: string): void;
  failed(speech: number, playedText: string, message: string): void;
  /** The synthesiser returned the first audio of this speech. */
  firstAudio(startedAt: number): void;
}

/** Synthesises speech segments in order and plays them out. */
export class SpeechPlayer {
  readonly #parts: SynthesiserParts;
  readonly #listener: SpeechPlayerListener;
  readonly #synthesis: SegmentSynthesiser;
  readonly #speeches = new Map<number, QueuedSpeech>();
  readonly #queue: SpeechSegment[] = [];
  readonly #rate = new SpeechRate();
  #isSynthesising = false;

  constructor(parts: SynthesiserParts, listener: SpeechPlayerListener) {
    this.#parts = parts;
    this.#listener = listener;
    this.#synthesis = new SegmentSynthesiser(parts, (startedAt) => listener.firstAudio(startedAt));
  }

  /** Queues a segment. An unknown id starts a new speech. */
  say(id: number, text: string): void {
    const speech = this.#speeches.get(id) ?? this.#open(id);
    if (speech.isComplete) return;
    const segment = this.#newSegment(speech, text);
    speech.segments.push(segment);
    this.#queue.push(segment);
    this.#prepareNext();
    void this.#synthesiseQueue();
  }

  /** Marks the speech as complete: no more segments follow. */
  end(id: number): void {
    const speech = this.#speeches.get(id);
    if (!speech) return;
    speech.isComplete = true;
    this.#finishSynthesis(speech);
    this.#finishIfPlayed(speech);
  }

  /** Cancels the speech and returns what was played of it. */
  cancel(id: number): string {
    const speech = this.#speeches.get(id);
    if (!speech) return '';
    const playedText = this.#discard(speech);
    this.#reportRemaining(speech);
    return playedText;
  }

  #discard(speech: QueuedSpeech): string {
    this.#speeches.delete(speech.id);
    speech.abort.abort();
    this.#parts.synthesiser.endSpeech?.(speech);
    this.#parts.playout.drop(new Set(speech.segments), this.#parts.clock.monotonic());
    this.#synthesis.resumeIfDrained();
    return this.#playedTextOf(speech);
  }

  #playedTextOf(speech: Pick<QueuedSpeech, 'segments'>): string {
    return playedTextOf(speech, this.#parts.outputRate, this.#rate);
  }

  /** Ends all synthesis. The listener is not called afterwards. */
  close(): void {
    this.#parts.synthesiser.close();
    for (const speech of this.#speeches.values()) this.#discard(speech);
  }

  #open(id: number): QueuedSpeech {
    const speech = newQueuedSpeech(id);
    this.#speeches.set(id, speech);
    return speech;
  }

  #newSegment(speech: QueuedSpeech, text: string): SpeechSegment {
    const segment: SpeechSegment = {
      speech,
      text,
      part: speech.segments.length,
      frames: null,
      synthesised: { count: 0, silences: new Silences() },
      isComplete: false,
      wordTimings: [],
      playedFrames: 0,
      isAnnounced: false,
      isReported: false,
      isPrepared: false,
      onSent: () => this.#announce(segment),
      onPlayed: () => {
        segment.playedFrames += 1;
        this.#synthesis.resumeIfDrained();
        this.#reportIfPlayed(segment);
        this.#finishIfPlayed(speech);
      },
    };
    return segment;
  }

  #announce(segment: SpeechSegment): void {
    if (segment.isAnnounced) return;
    segment.isAnnounced = true;
    if (!segment.speech.hasStarted) {
      segment.speech.hasStarted = true;
      this.#listener.started(segment.speech.id);
    }
    this.#listener.segmentSent(segment.speech.id, segment.text, segment.part);
  }

  /** Reports the segment if all of its audio was played. */
  #reportIfPlayed(segment: SpeechSegment): void {
    const { isComplete, frames, playedFrames } = segment;
    if (this.#isActive(segment.speech) && isComplete && frames !== null && playedFrames >= frames)
      this.#report(segment, segment.text);
  }

  /**
   * Reports what was played of the unfinished segments, last first: a reader that keeps one position in the text ends
   * where playout ended.
   */
  #reportRemaining(speech: QueuedSpeech): void {
    for (const segment of speech.segments.toReversed())
      this.#report(segment, this.#playedTextOf({ segments: [segment] }));
  }

  #report(segment: SpeechSegment, played: string): void {
    if (!segment.isAnnounced || segment.isReported) return;
    segment.isReported = true;
    this.#listener.segmentPlayed({ speech: segment.speech.id, part: segment.part, text: segment.text, played });
  }

  async #synthesiseQueue(): Promise<void> {
    if (this.#isSynthesising) return;
    this.#isSynthesising = true;
    for (let segment = this.#queue.shift(); segment; segment = this.#queue.shift())
      if (this.#isActive(segment.speech) && segment.speech.failure === null) {
        const synthesis = this.#synthesise(segment);
        this.#prepareNext();
        await synthesis;
      }
    this.#isSynthesising = false;
  }

  /** Announces the next segment to the synthesiser while the current one streams. */
  #prepareNext(): void {
    const [next] = this.#queue;
    if (!this.#isSynthesising || !next || next.isPrepared || !this.#isActive(next.speech)) return;
    next.isPrepared = true;
    this.#parts.synthesiser.prepare?.(next.text, next.speech);
  }

  async #synthesise(segment: SpeechSegment): Promise<void> {
    const { speech, synthesised } = segment;
    try {
      await this.#synthesis.play(segment, synthesised);
      segment.isComplete = !speech.abort.signal.aborted;
      if (segment.isComplete) this.#rate.record(segment.text, synthesised.count);
    } catch (error) {
      if (!speech.abort.signal.aborted) speech.failure = errorMessage(error);
      speech.isComplete = true;
    }
    segment.frames = synthesised.count;
    this.#reportIfPlayed(segment);
    this.#finishSynthesis(speech);
    this.#finishIfPlayed(speech);
  }

  /** Tells the synthesiser when it needs no more of the speech. */
  #finishSynthesis(speech: QueuedSpeech): void {
    if (isSynthesised(speech) || speech.failure !== null) this.#parts.synthesiser.endSpeech?.(speech);
  }

  #finishIfPlayed(speech: QueuedSpeech): void {
    if (!this.#isActive(speech) || !isPlayed(speech)) return;
    this.#speeches.delete(speech.id);
    this.#reportRemaining(speech);
    const playedText = this.#playedTextOf(speech);
    if (isSilent(speech)) speech.failure ??= 'The speech synthesis returned no audio';
    if (speech.failure === null) this.#listener.completed(speech.id, playedText);
    else this.#listener.failed(speech.id, playedText, speech.failure);
  }

  #isActive(speech: QueuedSpeech): boolean {
    return this.#speeches.get(speech.id) === speech;
  }
}
