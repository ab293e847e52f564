import { AgentSpeech, SpeechRate, type SpeechListener, type SpeechSegment } from './agent-speech.ts';
import { SegmentSynthesiser, type SynthesiserParts } from './segment-synthesiser.ts';
import { errorMessage } from '../../domain/errors.ts';

/** Progress of the speeches. Times are monotonic milliseconds. */
export interface SpeechPlayerListener extends SpeechListener {
  /** The synthesiser returned the first audio of this speech. */
  firstAudio(startedAt: number): void;
}

/** Synthesises speech segments in order and plays them out. */
export class SpeechPlayer {
  readonly #parts: SynthesiserParts;
  readonly #context: ConstructorParameters<typeof AgentSpeech>[1];
  readonly #synthesis: SegmentSynthesiser;
  readonly #speeches = new Map<number, AgentSpeech>();
  readonly #queue: SpeechSegment[] = [];
  /** The segment announced to the synthesiser last. */
  #prepared: SpeechSegment | null = null;
  #isSynthesising = false;

  constructor(parts: SynthesiserParts, listener: SpeechPlayerListener) {
    this.#parts = parts;
    this.#synthesis = new SegmentSynthesiser(parts, (startedAt) => listener.firstAudio(startedAt));
    this.#context = {
      listener,
      outputRate: parts.outputRate,
      isPrivate: parts.isPrivate ?? (() => false),
      rate: new SpeechRate(),
      framePlayed: () => this.#synthesis.resumeIfDrained(),
      synthesised: (speech) => parts.synthesiser.endSpeech?.(speech),
      played: (speech) => this.#speeches.delete(speech.id),
    };
  }

  /** Queues a segment. An unknown id starts a new speech. */
  say(id: number, text: string): void {
    const speech = this.#speeches.get(id) ?? this.#begin(id);
    const segment = speech.add(text);
    if (!segment) return;
    this.#queue.push(segment);
    this.#prepareNext();
    void this.#synthesiseQueue();
  }

  #begin(id: number): AgentSpeech {
    const speech = new AgentSpeech(id, this.#context);
    this.#speeches.set(id, speech);
    this.#parts.synthesiser.beginSpeech?.(speech);
    return speech;
  }

  /** Marks the speech as complete: no more segments follow. */
  end(id: number): void {
    this.#speeches.get(id)?.end();
  }

  /** Cancels the speech and returns what was played of it. */
  cancel(id: number): string {
    const speech = this.#speeches.get(id);
    if (!speech) return '';
    this.#discard(speech);
    speech.reportRemaining();
    return speech.playedText;
  }

  /** Ends all synthesis. The listener is not called afterwards. */
  close(): void {
    this.#parts.synthesiser.close();
    for (const speech of this.#speeches.values()) this.#discard(speech);
  }

  #discard(speech: AgentSpeech): void {
    const { synthesiser, playout, clock } = this.#parts;
    this.#speeches.delete(speech.id);
    speech.cancel();
    synthesiser.endSpeech?.(speech);
    playout.drop(new Set(speech.segments), clock.monotonic());
    this.#synthesis.resumeIfDrained();
  }

  async #synthesiseQueue(): Promise<void> {
    if (this.#isSynthesising) return;
    this.#isSynthesising = true;
    for (let segment = this.#queue.shift(); segment; segment = this.#queue.shift())
      if (segment.speech.needsSynthesis) {
        const synthesis = this.#synthesis.play(segment).then(() => null, errorMessage);
        this.#prepareNext();
        segment.endSynthesis(await synthesis);
      }
    this.#isSynthesising = false;
  }

  /** Announces the next segment to the synthesiser while the current one streams. */
  #prepareNext(): void {
    const [next] = this.#queue;
    if (!this.#isSynthesising || !next || next === this.#prepared || !next.speech.needsSynthesis) return;
    this.#prepared = next;
    this.#parts.synthesiser.prepare?.(next.text, next.speech);
  }
}
