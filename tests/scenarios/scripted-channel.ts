import type { FakeClock } from '../support/fake-clock.ts';
import { FakeChannel } from '../application/runtime/fake-channel.ts';
import { pause } from '../application/runtime/fake-vendors.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';
import type { ScriptedCallerPort } from '../../application/runtime/rehearsal/play-caller.ts';
import type { CallerAction, ScriptedWorld } from '../../domain/rehearsal/scenario.ts';
import type { ScenarioTimeline } from '../../domain/rehearsal/timeline.ts';
import { recordEvent } from '../../domain/rehearsal/timeline-events.ts';
import type { AudibleWords } from './audible-words.ts';

const FRAME_MS = 20;

/** A line under the fake clock: the caller's microphone is always on, and what the agent does is put on the timeline. */
export class ScriptedChannel extends FakeChannel implements ScriptedCallerPort {
  readonly timeline: ScenarioTimeline;
  readonly #clock: FakeClock;
  readonly #speech: AudibleWords;
  readonly #marksAfterMs: number;
  #speaking: Int16Array[] = [];
  #audio: () => void = () => undefined;
  #playsUntil = 0;

  constructor(clock: FakeClock, timeline: ScenarioTimeline, speech: AudibleWords, line: ScriptedWorld['line']) {
    super(clock, { reportsPlayout: line !== undefined });
    this.timeline = timeline;
    this.#clock = clock;
    this.#speech = speech;
    this.#marksAfterMs = line?.marks_after_ms ?? 0;
    this.#microphone();
  }

  override sendEvent(event: ConversationEvent): void {
    super.sendEvent(event);
    recordEvent(this.timeline, event);
  }

  override send(pcm: Int16Array): void {
    super.send(pcm);
    this.#playsUntil = Math.max(this.#playsUntil, this.#clock.monotonic()) + FRAME_MS;
  }

  override mark(id: string): void {
    super.mark(id);
    const playedIn = Math.max(0, this.#playsUntil - this.#clock.monotonic());
    this.#clock.after(playedIn + this.#marksAfterMs, () => this.listener?.markPlayed(id));
  }

  override clear(): void {
    super.clear();
    this.#playsUntil = this.#clock.monotonic();
    this.timeline.add('silenced');
  }

  override leaves(reason?: string): void {
    super.leaves(reason);
    // A call that failed before its channel was open gets no end event.
    if (!this.timeline.isOver) this.timeline.add('ended', 'failed');
  }

  wait(ms: number): Promise<void> {
    return pause(this.#clock, ms);
  }

  speak(line: CallerAction): Promise<void> {
    this.#speaking.push(...this.#speech.framesOf(line));
    return new Promise((resolve) => (this.#audio = resolve));
  }

  type(text: string): void {
    this.listener?.text(text);
  }

  press(keys: string): void {
    for (const key of keys) this.listener?.dtmf(key);
  }

  hangUp(): void {
    this.leaves('The caller hung up');
  }

  /** Nothing comes any more, not even silence. */
  dropConnection(): void {
    this.#microphone = () => undefined;
  }

  #microphone = (): void => {
    this.#clock.after(FRAME_MS, () => {
      const frame = this.#speaking.shift();
      this.listener?.audio(frame ?? new Int16Array((this.inputRate * FRAME_MS) / 1000));
      if (frame && this.#speaking.length === 0) this.#audio();
      if (!this.timeline.isOver) this.#microphone();
    });
  };
}
