import type { Utterance } from './utterance.ts';
import type { VoiceConnection } from './voice-connection.ts';

/** What a vendor speaks as one: a text of its own, or the texts of a speech. */
export class VoiceContext {
  readonly name: string;
  readonly connection: VoiceConnection;
  /** Whose texts it is for; null when it is for one alone. */
  readonly speech: object | null;
  #texts = 0;
  #seconds = 0;
  #freeSince: number | null = null;

  constructor(name: string, connection: VoiceConnection, speech: object | null) {
    this.name = name;
    this.connection = connection;
    this.speech = speech;
  }

  /** Whether nothing was added to it yet. */
  get isNew(): boolean {
    return this.#texts === 0;
  }

  /** How much was spoken of it, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Whether a text of this speech can be added: none is being spoken, and the last was not long ago. */
  takes(speech: object | null, lastMs: number): boolean {
    const freeMs = this.#freeSince === null ? Infinity : performance.now() - this.#freeSince;
    return speech !== null && this.speech === speech && freeMs < lastMs;
  }

  /** A text of it is being spoken. */
  begin(): void {
    this.#texts += 1;
    this.#freeSince = null;
  }

  /** The text was spoken whole. */
  end({ seconds, heardAt }: Utterance): void {
    this.#seconds += seconds;
    this.#freeSince = heardAt;
  }
}
