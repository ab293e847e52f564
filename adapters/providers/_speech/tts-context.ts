import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { withoutBeginning, type Piece } from './timed-audio.ts';
import type { Sounded, Utterance } from './synthesised-text.ts';
import type { VoiceConnection } from './tts-connection.ts';
import type { Speeches, Uttered, VoiceDialect } from './tts-protocol.ts';
import { SampleJoiner } from './wire-codec.ts';

/** The last sound of a text may come so long after its last letter. In milliseconds. */
const FADE_MS = 200;
/** A text of which nothing more comes for so long may be over though letters are missing. In milliseconds. */
const DOUBT_MS = 500;

const NO_AUDIO = new Int16Array(0);

/** What a vendor speaks as one: a text of its own, or the texts of a speech, one behind the other. */
export class VoiceContext {
  readonly name: string;
  readonly connection: VoiceConnection;
  /** Whose texts it is for; null when it is for one alone. */
  readonly speech: object | null;
  readonly #dialect: VoiceDialect;
  /** How its texts are told from each other; null when it is for one alone. */
  readonly #speeches: Speeches | null;
  /** Ends it, so that the vendor tells when its text is over. */
  readonly #doubted: () => void;
  readonly #samples: SampleJoiner;
  /** Those that are not yet over. */
  #texts: Utterance[] = [];
  #asked = 0;
  /** How many are over, and how many of those the vendor told of. Some are known to be over sooner than it tells. */
  #over = 0;
  #toldOver = 0;
  /** The number of the last end it told of. */
  #ordinal = 0;
  #seconds = 0;
  #freeSince = 0;
  #isClosed = false;
  #isKnown = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(
    { name, connection, speech }: Pick<VoiceContext, 'name' | 'connection' | 'speech'>,
    dialect: VoiceDialect,
    doubted: () => void,
  ) {
    this.name = name;
    this.connection = connection;
    this.speech = speech;
    this.#dialect = dialect;
    this.#speeches = (speech && dialect.speeches) ?? null;
    this.#doubted = doubted;
    this.#samples = new SampleJoiner(dialect.wire);
    this.#isClosed = !speech && dialect.tellsClosed === true;
  }

  get isOwed(): boolean {
    return this.#texts.length > 0;
  }

  /** Whether nothing was asked for in it yet. */
  get isNew(): boolean {
    return this.#asked === 0;
  }

  /** Whether the vendor was told to close it, or has closed it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the vendor was told anything about it. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether its letters must tell its texts apart, because the vendor does not. */
  get #isGuessed(): boolean {
    return this.#speeches?.areSpelled === true && !this.connection.tellsEnds;
  }

  /** Whether a text of this speech can be added: the last was not long ago, and it can be told from those before it. */
  takes(speech: object | null): boolean {
    if (!this.#speeches || this.#isClosed || this.speech !== speech) return false;
    if (this.isOwed) return !this.#isGuessed || this.connection.spells;
    return performance.now() - this.#freeSince < this.#speeches.lastMs;
  }

  /** This text is spoken behind the others. */
  ask(text: Utterance): void {
    this.#texts.push(text);
    this.#asked += 1;
  }

  /** Tells the vendor something about it. */
  send(messages: readonly string[]): void {
    this.#isKnown = true;
    this.connection.send(messages);
  }

  /** Nothing is to be added to it any more, and the vendor knows that. */
  close(): void {
    this.#isClosed = true;
  }

  /** Nothing of it is wanted any more. Whoever waits for a text of it is to ask for it again. */
  drop(): void {
    this.#fail(disconnection(this.#dialect.vendor, 'was interrupted'));
  }

  /** Something came of it. */
  hear(uttered: Uttered): void {
    if (uttered.failure) return this.#fail(uttered.failure);
    const { audio, words = [], wordsOfPiece = [] } = uttered;
    const sounded = { audio: audio ? this.#samples.join(audio) : NO_AUDIO, words, wordsOfPiece };
    if (this.#isGuessed) this.#spell(sounded);
    else this.#texts[0]?.hear(sounded, this.#seconds);
    if (uttered.isEnd) this.#toldEnd(uttered.ordinal);
    if (uttered.isClosed) this.#end();
  }

  /** The vendor tells that the next text is over which it has not told of. */
  #toldEnd(ordinal = this.#ordinal + 1): void {
    this.#samples.end();
    this.connection.tellsEnds = true;
    if (ordinal <= this.#ordinal) return;
    this.#ordinal = ordinal;
    this.#toldOver = Math.min(this.#toldOver + 1, this.#asked);
    while (this.isOwed && this.#over < this.#toldOver) this.#next();
  }

  #fail(failure: VendorFailure): void {
    clearTimeout(this.#silence);
    this.#isClosed = true;
    for (const { audio } of this.#texts.splice(0)) audio.end(failure);
  }

  /** The first text is over. */
  #next(): void {
    clearTimeout(this.#silence);
    const text = this.#texts.shift();
    if (!text) return;
    this.#over += 1;
    text.audio.end();
    this.#seconds += text.seconds;
    this.#freeSince = text.heardAt;
  }

  /** All is over. Those of which nothing came are asked for again, unless they were spoken with one that was not told from them. */
  #end(): void {
    const [first] = this.#texts;
    const isBegun = first !== undefined && first.seconds > 0;
    const isBlurred = isBegun && this.#isGuessed && !first.isSpelled;
    if (isBegun || this.speech === null) this.#next();
    if (isBlurred) while (this.isOwed) this.#next();
    this.#fail(disconnection(this.#dialect.vendor, 'ended the speech'));
  }

  /** Gives each text the audio of its letters. */
  #spell({ audio = NO_AUDIO, wordsOfPiece: letters = [] }: Sounded): void {
    let piece: Piece = { audio, letters };
    for (let text = this.#texts[0]; text; text = this.#texts[0]) {
      const taken = text.spelling.take(piece.letters);
      const isLast = taken === piece.letters.length || this.#texts.length === 1;
      const rest = isLast ? null : withoutBeginning(piece, taken, this.#dialect.sampleRate);
      const own = rest ? piece.audio.subarray(0, piece.audio.length - rest.audio.length) : piece.audio;
      text.hear({ audio: own, wordsOfPiece: piece.letters.slice(0, rest ? taken : undefined) }, this.#seconds);
      if (!rest) return this.#listen(text, piece);
      this.#next();
      piece = rest;
    }
  }

  /** What tells that a text is over, where nothing does: no further audio, or the end of the context, which is asked for. */
  #listen(text: Utterance, { audio }: Piece): void {
    if (audio.length === 0) return;
    clearTimeout(this.#silence);
    if (!this.connection.spells && this.#texts.length === 1) return this.#doubted();
    const settle = (): void => (text.isSpelled ? this.#next() : this.#doubted());
    this.#silence = setTimeout(settle, text.isSpelled ? FADE_MS : DOUBT_MS);
  }
}
