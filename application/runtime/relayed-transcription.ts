import type { Transcription, TranscriptionListener } from '../ports/speech-to-text.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { firstToOpen, type Candidate } from './candidate.ts';
import type { VendorWatch } from './vendor-watch.ts';

/** What belongs to an utterance from before it began: 300 ms, in frames. */
const BEFORE = 15;
/** What is longer than 29 seconds goes on as another utterance, before a vendor ends it by itself at 30. In frames. */
const MOST = 1_450;

/** Opens a transcription whose results arrive at this listener. */
export type OpenTranscription = (listener: TranscriptionListener) => Promise<Transcription>;

/** An utterance that is not understood yet. */
interface Utterance {
  readonly frames: Int16Array[];
  isFinished: boolean;
  isRelayed: boolean;
}

/**
 * A transcription by one of several vendors. When one fails, the next is opened and hears again what was said and is not
 * understood yet; an utterance that the next cannot understand either is lost. Somebody who speaks without end says
 * several utterances.
 */
class RelayedTranscription implements Transcription {
  readonly #candidates: readonly Candidate<OpenTranscription>[];
  readonly #listener: TranscriptionListener;
  readonly #watch: Pick<VendorWatch, 'changedOver'>;
  readonly #pending: Utterance[] = [];
  #recent: readonly Int16Array[] = [];
  #turn = 0;
  /** Null while the next is being opened. */
  #current: Transcription | null = null;
  #endpointingMs = 0;
  #closed = false;

  /** Opens the first that can be opened. Throws what the first of them threw when none can. */
  static async open(
    candidates: readonly Candidate<OpenTranscription>[],
    watch: Pick<VendorWatch, 'changedOver'>,
    listener: TranscriptionListener,
  ): Promise<RelayedTranscription> {
    const relayed = new RelayedTranscription(candidates, watch, listener);
    await relayed.#openFrom(0);
    return relayed;
  }

  private constructor(
    candidates: readonly Candidate<OpenTranscription>[],
    watch: Pick<VendorWatch, 'changedOver'>,
    listener: TranscriptionListener,
  ) {
    this.#candidates = candidates;
    this.#watch = watch;
    this.#listener = listener;
  }

  get provider(): string {
    return this.#candidates[this.#turn]?.provider ?? '';
  }

  get endpointingMs(): number {
    return this.#current?.endpointingMs ?? this.#endpointingMs;
  }

  write(pcm: Int16Array): void {
    this.#recent = [...this.#recent.slice(1 - BEFORE), pcm];
    const utterance = this.#pending.at(-1);
    this.#current?.write(pcm);
    if (!utterance || utterance.isFinished || utterance.frames.push(pcm) < MOST) return;
    this.finish();
    this.#begin([]);
  }

  begin(): void {
    this.#begin([...this.#recent]);
  }

  finish(): void {
    const utterance = this.#pending.at(-1);
    if (utterance) utterance.isFinished = true;
    this.#current?.finish();
  }

  close(): void {
    this.#closed = true;
    this.#current?.close();
  }

  #begin(frames: Int16Array[]): void {
    this.#pending.push({ frames, isFinished: false, isRelayed: false });
    this.#current?.begin();
  }

  async #openFrom(start: number): Promise<void> {
    const openers = this.#candidates.map(({ open }) => async () => {
      const line = { isOpen: false };
      const transcription = await open(this.#listenerOn(line));
      return { line, transcription };
    });
    const { turn, opened } = await firstToOpen(openers, start);
    const { line, transcription } = opened;
    if (this.#closed) return transcription.close();
    line.isOpen = true;
    this.#turn = turn;
    this.#current = transcription;
    this.#endpointingMs = transcription.endpointingMs;
    for (const utterance of [...this.#pending]) repeat(utterance, transcription);
  }

  /** Where one vendor's results arrive, as long as it is its turn. */
  #listenerOn(line: { isOpen: boolean }): TranscriptionListener {
    return {
      heard: (result) => {
        if (!line.isOpen || this.#closed) return;
        if (result.final) this.#pending.shift();
        this.#listener.heard(result);
      },
      failed: (failure) => {
        if (!line.isOpen || this.#closed) return;
        line.isOpen = this.#pending[0]?.isRelayed === true;
        if (!line.isOpen) return void this.#changeOver(failure);
        this.#pending.shift();
        this.#listener.failed(failure);
      },
    };
  }

  async #changeOver(failure: VendorFailure): Promise<void> {
    this.#current?.close();
    this.#current = null;
    const [before, from] = [this.#turn, this.provider];
    try {
      await this.#openFrom(before + 1);
      if (this.#turn !== before) this.#watch.changedOver(from);
    } catch {
      const { message } = failure;
      if (!this.#closed) this.#listener.failed(new VendorFailure(message, { retryable: false, cause: failure }));
    }
  }
}

/** Says an utterance again to somebody who has not heard it. */
function repeat(utterance: Utterance, transcription: Transcription): void {
  utterance.isRelayed = true;
  transcription.begin();
  for (const frame of utterance.frames) transcription.write(frame);
  if (utterance.isFinished) transcription.finish();
}

/** Hearing by whoever of these works. Where there is only one, nothing stands between. */
export function hearingBy(
  candidates: readonly Candidate<OpenTranscription>[],
  watch: Pick<VendorWatch, 'changedOver'>,
): {
  readonly open: OpenTranscription;
  readonly provider: () => string;
} {
  const [first, ...others] = candidates;
  let provider = (): string => first?.provider ?? '';
  if (first && others.length === 0) return { open: first.open, provider };
  return {
    async open(listener) {
      const relayed = await RelayedTranscription.open(candidates, watch, listener);
      provider = () => relayed.provider;
      return relayed;
    },
    provider: () => provider(),
  };
}
