import type { Clock } from '../../../application/ports/clock.ts';
import type { LanguageModel, GenerationRequest, GenerationChunk } from '../../../application/ports/language-model.ts';
import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { SynthesisOptions, SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { AGENT_LEVEL, tone } from './fake-channel.ts';

/** Resolves after a number of milliseconds of this clock. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** The transcript of one utterance: interim words, and the result after its end. */
export interface ScriptedUtterance {
  /** Milliseconds after the start, and the words known by then. */
  readonly partials?: readonly (readonly [afterMs: number, text: string])[];
  /** Delay after the end of speech, in ms; null: never reported. */
  readonly final: string | VendorFailure | null;
  readonly finalAfterMs?: number;
  /** The words of the final transcript with their times, as some vendors tell them. */
  readonly words?: readonly CallerWord[];
}

/** A transcription with scripted results, one per utterance, then none. */
export class ScriptedTranscription implements Transcription {
  readonly endpointingMs: number;
  /** `begin`, `finish`, `close`, in their order, and every `write` after them. */
  readonly calls: string[] = [];
  /** The level of every frame that was written. */
  readonly levels: number[] = [];
  readonly #clock: Clock;
  readonly #script: ScriptedUtterance[];
  #current: ScriptedUtterance = { final: '' };
  #listener: TranscriptionListener | null = null;

  constructor(clock: Clock, script: readonly ScriptedUtterance[], endpointingMs = 400) {
    this.#clock = clock;
    this.#script = [...script];
    this.endpointingMs = endpointingMs;
  }

  open(listener: TranscriptionListener): Promise<Transcription> {
    this.#listener = listener;
    return Promise.resolve(this);
  }

  write(pcm: Int16Array): void {
    if (this.calls.includes('close')) this.calls.push('write');
    this.levels.push(pcm[0] ?? 0);
  }

  startUtterance(): void {
    this.calls.push('begin');
    this.#current = this.#script.shift() ?? { final: '' };
    for (const [afterMs, text] of this.#current.partials ?? [])
      this.#clock.after(afterMs, () => this.#listener?.transcript({ text, final: false }));
  }

  endUtterance(): void {
    this.calls.push('finish');
    const { final, finalAfterMs = 200, words } = this.#current;
    if (final !== null) this.#clock.after(finalAfterMs, () => this.#report(final, words));
  }

  /** Reports a final transcript of its own accord. */
  says(text: string): void {
    this.#listener?.transcript({ text, final: true });
  }

  close(): void {
    this.calls.push('close');
    this.#listener = null;
  }

  /** Fails, with or without an utterance. */
  fails(failure: VendorFailure): void {
    this.#listener?.failed(failure);
  }

  #report(final: string | VendorFailure, words?: readonly CallerWord[]): void {
    if (final instanceof VendorFailure) this.fails(final);
    else this.#listener?.transcript({ text: final, final: true, ...(words && { words }) });
  }
}

/** How a text is synthesised: completely, not at all, or until it fails or hangs after some milliseconds of audio. */
export type Delivery =
  | 'whole'
  | 'hangs'
  | VendorFailure
  | { readonly afterMs: number; readonly ends: 'hangs' | VendorFailure };

/** A synthesiser with a delay before its first audio, then as fast as it is read, 60 ms per character. */
export class ScriptedSynthesiser implements SpeechSynthesiser {
  readonly sampleRate: number;
  /** Every requested text, retries included. */
  readonly texts: string[] = [];
  closed = false;
  readonly #clock: Clock;
  readonly #deliveries: Delivery[];
  readonly #firstAudioMs: number;
  readonly #chunkMs: number;

  constructor(
    clock: Clock,
    { deliveries = [] as Delivery[], firstAudioMs = 100, chunkMs = 100, sampleRate = 16_000 } = {},
  ) {
    this.#clock = clock;
    this.#deliveries = [...deliveries];
    this.#firstAudioMs = firstAudioMs;
    this.#chunkMs = chunkMs;
    this.sampleRate = sampleRate;
  }

  async *synthesise(text: string, signal: AbortSignal, _manner?: SynthesisOptions): AsyncIterable<Int16Array> {
    this.texts.push(text);
    const delivery = this.#deliveries.shift() ?? 'whole';
    const { afterMs, ends } =
      typeof delivery === 'object' && 'afterMs' in delivery ? delivery : { afterMs: 0, ends: delivery };
    const lengthMs = ends === 'whole' ? voiceMs(text) : afterMs;
    await pause(this.#clock, this.#firstAudioMs);
    for (let playedMs = 0; playedMs < lengthMs && !signal.aborted; playedMs += this.#chunkMs)
      yield tone(Math.min(this.#chunkMs, lengthMs - playedMs), AGENT_LEVEL, this.sampleRate);
    if (ends === 'hangs') await new Promise(() => undefined);
    if (ends instanceof VendorFailure) throw ends;
  }

  close(): void {
    this.closed = true;
  }
}

/** Length of the synthesised audio of a text, in ms. */
export const voiceMs = (text: string): number => text.length * 60;

/** One generation: text chunks, each after a delay. It may call a tool, fail, or never end. */
export interface ScriptedAnswer {
  readonly says?: readonly string[];
  readonly everyMs?: number;
  readonly calls?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly ends?: 'hangs' | VendorFailure;
}

/** An LLM with scripted replies, then `Okay.`. */
export class ScriptedModel implements LanguageModel {
  readonly model = 'scripted-1';
  readonly requests: GenerationRequest[] = [];
  closed = false;
  readonly #clock: Clock;
  readonly #answers: ScriptedAnswer[];

  constructor(clock: Clock, answers: readonly ScriptedAnswer[] = []) {
    this.#clock = clock;
    this.#answers = [...answers];
  }

  async *generate(request: GenerationRequest): AsyncIterable<GenerationChunk> {
    this.requests.push(request);
    const { says = [], everyMs = 200, calls, parameters = {}, ends } = this.#answers.shift() ?? { says: ['Okay.'] };
    for (const text of says) {
      await pause(this.#clock, everyMs);
      yield { type: 'text', text };
    }
    if (calls !== undefined) yield { type: 'tool_call', call: { id: 'c1', name: calls, arguments: parameters } };
    if (ends === 'hangs') await new Promise(() => undefined);
    if (ends instanceof VendorFailure) throw ends;
  }

  close(): void {
    this.closed = true;
  }
}
