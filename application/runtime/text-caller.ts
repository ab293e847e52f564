import type { TranscriptionFacts } from '../../domain/voice/transcription-facts.ts';
import { CLEAN_LEVEL } from '../../domain/voice/state.ts';
import type { Cancel, Clock } from '../ports/clock.ts';
import type { InputBody } from './conversation-inputs.ts';
import { pause } from '../with-timeout.ts';

/** How long a transcription takes without audio. */
export interface TranscriptionPace {
  /** Silence that ends an utterance, in ms. */
  readonly endpointingMs: number;
  /** From the end of an utterance to its final transcript, in ms. */
  readonly finalAfterMs: number;
  /** Whether interim transcripts arrive. */
  readonly partials: boolean;
}

/** Words of the caller as they are recognised, and how long they take. Without words: sound. */
export interface TextUtterance {
  readonly words: readonly string[];
  readonly lengthMs: number;
  /** The transcription fails at the end: once, or always. `hangs`: it reports nothing. */
  readonly fault?: 'hangs' | 'fails' | 'breaks';
}

/** From the end of a word to the interim transcript with it, in ms. */
const INTERIM_AFTER_MS = 100;
const PROCESSOR = 'textSTT';

/** The caller's side of a conversation without audio: speech as the detector and the transcription would report it. */
export class TextCaller {
  readonly #clock: Clock;
  readonly #epoch: number;
  readonly #pace: TranscriptionPace;
  readonly #take: (input: InputBody) => void;
  readonly #timers = new Set<Cancel>();
  #words: string[] = [];
  #fault: TextUtterance['fault'];
  #isMuted = false;
  /** `paused`: silent, and the utterance is not over yet. */
  #activity: 'silent' | 'speaking' | 'paused' = 'silent';
  #endOfUtterance: Cancel = () => undefined;

  /** `epoch`: what is added to the clock for times since the Unix epoch. */
  constructor(clock: Clock, epoch: number, pace: TranscriptionPace, take: (input: InputBody) => void) {
    this.#clock = clock;
    this.#epoch = epoch;
    this.#pace = pace;
    this.#take = take;
  }

  get #facts(): TranscriptionFacts {
    const { endpointingMs, partials } = this.#pace;
    return { endpointingMs, interimGapMs: partials ? 300 : null, reportsTurns: false, canProbe: false };
  }

  /** Says this. Resolves when the last word is over. */
  speak({ words, lengthMs, fault }: TextUtterance): Promise<void> {
    if (this.#isMuted) return this.#pause(lengthMs);
    this.#start();
    this.#fault = fault ?? this.#fault;
    for (const [at, word] of words.entries())
      this.#after((lengthMs * (at + 1)) / words.length, () => this.#addWord(word));
    return this.#pause(lengthMs).then(() => this.#stop());
  }

  /** While the caller is muted, nothing of them arrives. */
  mute(on: boolean): void {
    this.#isMuted = on;
    if (on) this.#discard();
  }

  /** The conversation ends the utterance. The words so far are its final transcript. */
  endUtterance(): void {
    this.#report();
  }

  /** The caller's speech starts again, if it sounds. */
  rearm(): void {
    if (this.#activity === 'silent') return;
    this.#activity = 'silent';
    this.#endOfUtterance();
    this.#after(0, () => this.#start());
  }

  close(): void {
    this.#discard();
  }

  #start(): void {
    const before = this.#activity;
    this.#endOfUtterance();
    this.#activity = 'speaking';
    if (before === 'paused') this.#take({ type: 'callerPaused', on: false });
    if (before === 'silent')
      this.#take({ type: 'callerSpeechStarted', level: CLEAN_LEVEL, transcription: this.#facts });
  }

  #addWord(word: string): void {
    this.#words.push(word);
    const text = this.#words.join(' ');
    if (!this.#pace.partials || word === '') return;
    this.#after(INTERIM_AFTER_MS, () => this.#transcript(text, false));
  }

  #stop(): void {
    if (this.#activity !== 'speaking') return;
    this.#activity = 'paused';
    const silentAt = this.#epoch + this.#clock.monotonic();
    this.#take({ type: 'callerPaused', on: true });
    this.#endOfUtterance = this.#clock.after(this.#pace.endpointingMs, () => {
      this.#activity = 'silent';
      this.#take({ type: 'callerSpeechEnded', silentAt });
      this.#report();
    });
  }

  /** Reports the final transcript of the utterance, or that there is none. */
  #report(): void {
    const [text, fault] = [this.#words.join(' '), this.#fault];
    this.#words = [];
    this.#fault = undefined;
    if (fault === 'hangs') return;
    this.#after(this.#pace.finalAfterMs, () => {
      if (fault === undefined) return this.#transcript(text, true);
      this.#take({ type: 'transcriptionFailed', message: 'The STT is down', retryable: fault === 'fails' });
    });
  }

  #transcript(text: string, final: boolean): void {
    this.#take({ type: 'transcriptReceived', text, final, processor: PROCESSOR });
  }

  #discard(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#endOfUtterance();
    this.#words = [];
    this.#fault = undefined;
    this.#activity = 'silent';
  }

  /** Unlike `#after`, it ends also when the caller is muted. */
  #pause(ms: number): Promise<void> {
    return pause(this.#clock, ms);
  }

  #after(ms: number, run: () => void): void {
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }
}
