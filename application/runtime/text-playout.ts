import { playedText } from '../../domain/voice/played-text.ts';
import type { Cancel, Clock } from '../ports/clock.ts';
import type { SpeechListener } from './agent-speech.ts';

/** How fast agent speech is without audio. */
export interface SpeechPace {
  /** From a segment to its first audio, in ms. */
  readonly firstAudioMs: number;
  readonly charactersPerSecond: number;
}

/** Positions in a segment are in ms. */
const RATE = 1_000;

interface Segment {
  readonly part: number;
  readonly text: string;
  readonly lengthMs: number;
  /** When its audio begins, by the clock. */
  readonly readyAt: number;
}

interface Speech {
  readonly id: number;
  readonly segments: Segment[];
  hasStarted: boolean;
  hasEnded: boolean;
  /** Segments that were played to their end. */
  played: number;
}

/** Plays agent speech without audio: its length follows from its text. The same listener as that of the speech player. */
export class TextPlayout {
  readonly #clock: Clock;
  readonly #pace: SpeechPace;
  readonly #listener: SpeechListener;
  readonly #speeches: Speech[] = [];
  /** The segment that is played: since when, and how much of it before that. */
  #playing: { readonly speech: Speech; readonly segment: Segment; since: number; beforeMs: number } | null = null;
  #isPaused = false;
  #cancel: Cancel = () => undefined;

  constructor(clock: Clock, pace: SpeechPace, listener: SpeechListener) {
    this.#clock = clock;
    this.#pace = pace;
    this.#listener = listener;
  }

  /** Queues a segment. An unknown id starts a new speech. */
  say(id: number, text: string): void {
    const known = this.#speeches.find((each) => each.id === id);
    const speech = known ?? { id, segments: [], hasStarted: false, hasEnded: false, played: 0 };
    if (!known) this.#speeches.push(speech);
    speech.segments.push({
      ...{ part: speech.segments.length, text },
      lengthMs: Math.max(1, (text.length / this.#pace.charactersPerSecond) * 1_000),
      readyAt: this.#clock.monotonic() + this.#pace.firstAudioMs,
    });
    this.#continue();
  }

  /** No more segments follow. */
  end(id: number): void {
    const speech = this.#speeches.find((each) => each.id === id);
    if (!speech) return;
    speech.hasEnded = true;
    this.#continue();
  }

  /** Cancels the speech and returns what was played of it. */
  cancel(id: number): string {
    const place = this.#speeches.findIndex((each) => each.id === id);
    const [speech] = place < 0 ? [] : this.#speeches.splice(place, 1);
    if (!speech) return '';
    const words = speech.segments.slice(0, speech.played).map(({ text }) => text);
    const playing = this.#playing?.speech === speech ? this.#playing : null;
    if (playing) {
      const { segment } = playing;
      const played = playedText(
        [{ text: segment.text, samples: segment.lengthMs, played: this.#positionMs() }],
        RATE,
        this.#pace.charactersPerSecond,
      );
      this.#playing = null;
      this.#cancel();
      this.#listener.segmentPlayed({ speech: id, part: segment.part, text: segment.text, played });
      if (played !== '') words.push(played);
    }
    this.#continue();
    return words.join(' ');
  }

  pause(): void {
    if (this.#isPaused) return;
    if (this.#playing) this.#playing.beforeMs = this.#positionMs();
    this.#isPaused = true;
    this.#cancel();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#playing) this.#playing.since = this.#clock.monotonic();
    this.#continue();
  }

  close(): void {
    this.#cancel();
    this.#speeches.length = 0;
    this.#playing = null;
  }

  /** How much of the present segment was played, in ms. */
  #positionMs(): number {
    if (!this.#playing) return 0;
    const { since, beforeMs } = this.#playing;
    return this.#isPaused ? beforeMs : beforeMs + this.#clock.monotonic() - since;
  }

  /** Starts what is due, and waits for what comes next. */
  #continue(): void {
    this.#cancel();
    if (this.#isPaused) return;
    if (this.#playing) {
      const leftMs = this.#playing.segment.lengthMs - this.#positionMs();
      this.#cancel = this.#clock.after(leftMs, () => this.#finishSegment());
      return;
    }
    const [speech] = this.#speeches;
    const segment = speech?.segments[speech.played];
    if (!speech) return;
    if (!segment) return speech.hasEnded && speech.played > 0 ? this.#finishSpeech(speech) : undefined;
    this.#cancel = this.#clock.after(segment.readyAt - this.#clock.monotonic(), () => this.#start(speech, segment));
  }

  #start(speech: Speech, segment: Segment): void {
    this.#playing = { speech, segment, since: this.#clock.monotonic(), beforeMs: 0 };
    if (!speech.hasStarted) this.#listener.started(speech.id);
    speech.hasStarted = true;
    this.#listener.segmentSent(speech.id, segment.text, segment.part);
    this.#continue();
  }

  #finishSegment(): void {
    if (!this.#playing) return;
    const { speech, segment } = this.#playing;
    this.#playing = null;
    speech.played += 1;
    const { part, text } = segment;
    this.#listener.segmentPlayed({ speech: speech.id, part, text, played: text });
    this.#continue();
  }

  #finishSpeech(speech: Speech): void {
    this.#speeches.shift();
    this.#listener.completed(speech.id, speech.segments.map(({ text }) => text).join(' '));
    this.#continue();
  }
}
