import { PRE_ROLL_MS, UTTERANCE_MAX_MS } from '../../domain/audio/utterances.ts';
import type { Transcript, Transcription, TranscriptionListener } from '../ports/speech-to-text.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { FRAME_MS } from './speech-frame.ts';
import { openFirstAvailable, type VendorCandidate } from './failover.ts';
import type { VendorMonitor } from './vendor-monitor.ts';

const PRE_ROLL_FRAMES = PRE_ROLL_MS / FRAME_MS;
/** Longest utterance, in frames: a second less than vendors take, so that the split is ours. */
const UTTERANCE_FRAMES_MAX = (UTTERANCE_MAX_MS - 1_000) / FRAME_MS;

/** Opens a transcription that reports to the listener. */
export type OpenTranscription = (listener: TranscriptionListener) => Promise<Transcription>;

/** A vendor's connection, and how many frames were written to it. */
interface VendorConnection {
  isOpen: boolean;
  written: number;
}

const newConnection = (): VendorConnection => ({ isOpen: false, written: 0 });

/** An utterance without a final transcript. */
interface PendingUtterance {
  /** Counted across vendors. */
  readonly number: number;
  readonly frames: Int16Array[];
  /** Where its frames begin in all that were written, and how many more those are than were written to the current vendor. */
  readonly firstFrame: number;
  missedFrames: number;
  isFinished: boolean;
  isReplayed: boolean;
}

/**
 * A transcription with failover across vendors. When a vendor fails, the next one opens and receives the utterances
 * without a final transcript again. An utterance that fails twice is lost. Speech longer than 29 s is split into
 * several utterances.
 */
class FailoverTranscription implements Transcription {
  #candidates: readonly VendorCandidate<OpenTranscription>[];
  readonly #listener: TranscriptionListener;
  readonly #monitor: Pick<VendorMonitor, 'failedOver'>;
  readonly #pending: PendingUtterance[] = [];
  #preRoll: readonly Int16Array[] = [];
  #started = 0;
  #index = 0;
  #connection: VendorConnection = newConnection();
  #written = 0;
  #switches = 0;
  #isSwitching = false;
  /** Null while the next vendor opens. */
  #current: Transcription | null = null;
  #endpointingMs = 0;
  #closed = false;

  /** Opens the first vendor that can be opened. If none can, throws the error of the first. */
  static async open(
    candidates: readonly VendorCandidate<OpenTranscription>[],
    monitor: Pick<VendorMonitor, 'failedOver'>,
    listener: TranscriptionListener,
  ): Promise<FailoverTranscription> {
    const transcription = new FailoverTranscription(candidates, monitor, listener);
    await transcription.#openFrom(0, candidates);
    return transcription;
  }

  private constructor(
    candidates: readonly VendorCandidate<OpenTranscription>[],
    monitor: Pick<VendorMonitor, 'failedOver'>,
    listener: TranscriptionListener,
  ) {
    this.#candidates = candidates;
    this.#monitor = monitor;
    this.#listener = listener;
  }

  get provider(): string {
    return this.#candidates[this.#index]?.provider ?? '';
  }

  get endpointingMs(): number {
    return this.#current?.endpointingMs ?? this.#endpointingMs;
  }

  /** What the current vendor can do. While the next one opens, nothing is promised. */
  get interimGapMs(): number | null | undefined {
    return this.#current?.interimGapMs;
  }

  get reportsTurns(): boolean {
    return this.#current?.reportsTurns === true;
  }

  get probe(): (() => void) | undefined {
    const current = this.#current;
    return current?.probe && (() => current.probe?.());
  }

  /**
   * Continues with other vendors, for example in another language. The current one serves until one of them is open, and
   * utterances without a final transcript are then sent to that. If none opens, nothing changes.
   */
  async switchTo(candidates: readonly VendorCandidate<OpenTranscription>[]): Promise<void> {
    const switches = (this.#switches += 1);
    this.#isSwitching = true;
    const failure = await this.#openFrom(0, candidates).then(() => null, unavailable);
    if (switches !== this.#switches) return;
    this.#isSwitching = false;
    // The current one failed during the switch, and its failover waited for this.
    if (failure && !this.#current) await this.#failOver(failure);
  }

  write(pcm: Int16Array): void {
    this.#preRoll = [...this.#preRoll.slice(1 - PRE_ROLL_FRAMES), pcm];
    const utterance = this.#pending.at(-1);
    this.#written += 1;
    this.#connection.written += 1;
    this.#current?.write(pcm);
    if (!utterance || utterance.isFinished || utterance.frames.push(pcm) < UTTERANCE_FRAMES_MAX) return;
    this.endUtterance();
    this.#begin([]);
  }

  startUtterance(): void {
    if (this.#pending.at(-1)?.isFinished !== false) this.#begin([...this.#preRoll]);
  }

  endUtterance(): void {
    const utterance = this.#pending.at(-1);
    if (utterance) utterance.isFinished = true;
    this.#current?.endUtterance();
  }

  close(): void {
    this.#closed = true;
    this.#current?.close();
  }

  #begin(frames: Int16Array[]): void {
    const firstFrame = this.#written - frames.length;
    const missedFrames = this.#written - this.#connection.written;
    this.#pending.push({
      number: this.#started++,
      frames,
      firstFrame,
      missedFrames,
      isFinished: false,
      isReplayed: false,
    });
    this.#current?.startUtterance();
  }

  async #openFrom(start: number, candidates: readonly VendorCandidate<OpenTranscription>[]): Promise<void> {
    const switches = this.#switches;
    const openers = candidates.map(({ open }) => async () => {
      const connection = newConnection();
      const transcription = await open(this.#listenerFor(connection));
      return { line: connection, transcription };
    });
    const { index, opened } = await openFirstAvailable(openers, start);
    const { line: connection, transcription } = opened;
    // A later switch wins over an earlier one that takes longer, and over a failover.
    if (this.#closed || switches !== this.#switches) return transcription.close();
    this.#connection.isOpen = false;
    this.#current?.close();
    this.#connection = connection;
    this.#candidates = candidates;
    connection.isOpen = true;
    this.#index = index;
    this.#current = transcription;
    this.#endpointingMs = transcription.endpointingMs;
    for (const utterance of [...this.#pending]) replay(utterance, transcription, connection);
  }

  /** Receives one vendor's results while that vendor is current. */
  #listenerFor(connection: VendorConnection): TranscriptionListener {
    return {
      transcript: (result) => {
        if (!connection.isOpen || this.#closed) return;
        const [first] = this.#pending;
        if (result.final) this.#pending.shift();
        this.#listener.transcript(first ? placed(result, first) : result);
      },
      failed: (failure) => {
        if (!connection.isOpen || this.#closed) return;
        connection.isOpen = this.#pending[0]?.isReplayed === true;
        if (!connection.isOpen) return void this.#failOver(failure);
        this.#pending.shift();
        this.#listener.failed(failure);
      },
    };
  }

  async #failOver(failure: VendorFailure): Promise<void> {
    this.#current?.close();
    this.#current = null;
    if (this.#isSwitching) return;
    const [before, from] = [this.#index, this.provider];
    try {
      await this.#openFrom(before + 1, this.#candidates);
      if (this.#index !== before) this.#monitor.failedOver(from);
    } catch {
      const { message } = failure;
      if (!this.#closed) this.#listener.failed(new VendorFailure(message, { retryable: false, cause: failure }));
    }
  }
}

/** The transcript of an utterance, its words placed in all audio that was written. */
function placed({ words, ...result }: Transcript, { number, missedFrames }: PendingUtterance): Transcript {
  const missedMs = missedFrames * FRAME_MS;
  const all = words?.map(({ text, fromMs, toMs }) => ({ text, fromMs: fromMs + missedMs, toMs: toMs + missedMs }));
  return { ...result, utterance: number, ...(all && { words: all }) };
}

const unavailable = (cause: unknown): VendorFailure =>
  cause instanceof VendorFailure ? cause : new VendorFailure('No vendor could be opened', { retryable: false, cause });

/** Sends an utterance to another vendor. */
function replay(utterance: PendingUtterance, transcription: Transcription, connection: VendorConnection): void {
  utterance.isReplayed = true;
  utterance.missedFrames = utterance.firstFrame - connection.written;
  connection.written += utterance.frames.length;
  transcription.startUtterance();
  for (const frame of utterance.frames) transcription.write(frame);
  if (utterance.isFinished) transcription.endUtterance();
}

/** Opens transcription with failover across these vendors. A single vendor is used directly. */
export function failoverTranscription(
  candidates: readonly VendorCandidate<OpenTranscription>[],
  monitor: Pick<VendorMonitor, 'failedOver'>,
  maySwitch = false,
): {
  readonly open: OpenTranscription;
  readonly provider: () => string;
  /** Continues with other vendors. Needs `maySwitch`. */
  readonly switchTo: (candidates: readonly VendorCandidate<OpenTranscription>[]) => Promise<void>;
} {
  const [first, ...others] = candidates;
  let current: FailoverTranscription | null = null;
  const provider = (): string => current?.provider ?? first?.provider ?? '';
  const switchTo = async (next: readonly VendorCandidate<OpenTranscription>[]): Promise<void> =>
    current?.switchTo(next);
  if (first && others.length === 0 && !maySwitch) return { open: first.open, provider, switchTo };
  const open: OpenTranscription = async (listener) =>
    (current = await FailoverTranscription.open(candidates, monitor, listener));
  return { open, provider, switchTo };
}
