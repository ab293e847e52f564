import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { MediaChannel, MediaListener } from '../../application/ports/media-channel.ts';
import { AudioBatches } from './audio-batches.ts';
import { ReorderBuffer } from './reorder-buffer.ts';
import type { AudioDecoder } from './codecs/audio-decoder.ts';
import { Inbox, type BurstQueue } from './inbox.ts';
import { PauseFiller } from './pause-filler.ts';
import type { CarrierCommand, CarrierEvent, CarrierProtocol, CarrierStream } from './protocols/carrier.ts';
import { audioCodecs } from './protocols/codecs.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';
import type { StreamAllowance } from './stream-limits.ts';

/** Most bytes waiting for a carrier that does not read: about 10 s of audio. */
const BUFFERED_BYTES_MAX = 256 * 1024;

/** Limits of a carrier's socket, and the callback for a violation. */
export interface CarrierLimits {
  readonly bursts: BurstQueue;
  readonly allowance: StreamAllowance;
  readonly onExceeded: (why: string) => void;
}

/** A carrier's media stream that has started. */
interface OpenCarrierStream {
  readonly protocol: CarrierProtocol;
  readonly stream: CarrierStream;
  readonly decoder: AudioDecoder;
}

/** The media channel of a carrier's stream. */
export class CarrierChannel implements MediaChannel {
  readonly inputRate: number;
  readonly outputRate: number;
  readonly sendAheadMs: number;
  readonly messageMs: number;
  readonly reportsPlayout = true;
  readonly #socket: MediaSocket;
  readonly #protocol: CarrierProtocol;
  readonly #stream: CarrierStream;
  readonly #decoder: AudioDecoder;
  readonly #pauses: PauseFiller;
  readonly #limits: CarrierLimits;
  readonly #inbox: Inbox;
  readonly #reorderBuffer = new ReorderBuffer();
  readonly #batches: AudioBatches | null;
  readonly #cancelTimeout: Cancel;
  #listener: MediaListener | null = null;
  #isOpen = true;

  constructor(
    socket: MediaSocket,
    { protocol, stream, decoder }: OpenCarrierStream,
    limits: CarrierLimits,
    clock: Clock,
  ) {
    this.#socket = socket;
    this.#limits = limits;
    this.#inbox = new Inbox(limits.bursts, clock);
    this.#protocol = protocol;
    this.#stream = stream;
    this.#decoder = decoder;
    this.#pauses = new PauseFiller(decoder, clock, (pcm) => this.#listener?.audio(pcm));
    this.inputRate = stream.inboundRate;
    this.outputRate = stream.outboundRate;
    this.sendAheadMs = protocol.sendAheadMs;
    this.messageMs = protocol.messageMs;
    this.#batches = protocol.batchMs > 0 ? this.#openBatches(protocol.batchMs, clock) : null;
    this.#cancelTimeout = clock.after(TIMEOUTS_MS.first_input, () =>
      this.#end(CLOSE.neverReady, 'The carrier sent no audio'),
    );
    const receive = (message: string | Uint8Array): void => this.#receive(message);
    const closed = (): void => this.#inbox.take(() => this.#closed('the carrier closed the stream'));
    socket.listener = { binary: receive, text: receive, closed };
  }

  listen(listener: MediaListener): void {
    this.#listener = listener;
    if (!this.#isOpen) listener.closed('the carrier had disconnected');
  }

  /** A started stream is ready. */
  ready(): Promise<boolean> {
    return Promise.resolve(this.#isOpen);
  }

  send(pcm: Int16Array): void {
    const bytes = audioCodecs[this.#stream.outboundEncoding].encode(pcm);
    if (this.#batches) this.#batches.add(bytes);
    else this.#sendCommand({ type: 'audio', bytes });
  }

  mark(id: string): void {
    const sendMark = (): void => this.#sendCommand({ type: 'mark', name: id });
    if (this.#batches) this.#batches.afterAudio(sendMark);
    else sendMark();
  }

  clear(): void {
    this.#batches?.clear();
    this.#sendCommand({ type: 'clear' });
  }

  sendEvent(): void {
    // A telephone shows no events.
  }

  close(reason: string): void {
    this.#sendCommand({ type: 'end' });
    this.#end(CLOSE.done, reason);
  }

  #receive(message: string | Uint8Array): void {
    if (!this.#isOpen) return;
    const excess = this.#limits.allowance.excess(message.length);
    if (excess === null) this.#inbox.take(() => this.#isOpen && this.#handle(this.#protocol.decode(message)));
    else this.#cutOff(excess);
  }

  #handle(event: CarrierEvent): void {
    switch (event.type) {
      case 'audio':
        this.#cancelTimeout();
        return this.#receiveAudio(event);
      case 'dtmf':
        return this.#receiveDtmf(event.digit);
      case 'markPlayed':
        return this.#listener?.markPlayed(event.name);
      case 'stopped':
        return this.#end(CLOSE.done, 'the carrier ended the stream');
      // A stream starts once. Unknown messages do not end the call.
      case 'start':
      case 'unsupported':
      case 'cleared':
      case 'other':
      case 'malformed':
    }
  }

  #receiveAudio({ bytes, chunk }: { readonly bytes: Uint8Array; readonly chunk: number | null }): void {
    for (const piece of chunk === null ? [bytes] : this.#reorderBuffer.take(chunk, bytes)) {
      const pcm = this.#decoder.decode(piece);
      const ms = (pcm.length * 1_000) / this.inputRate;
      const excess = this.#limits.allowance.excessAudio(ms);
      if (excess !== null) return this.#cutOff(excess);
      this.#pauses.onAudio(ms);
      this.#listener?.audio(pcm);
    }
  }

  #receiveDtmf(digit: string): void {
    const excess = this.#limits.allowance.excessDtmf();
    if (excess === null) this.#listener?.dtmf(digit);
    else this.#cutOff(excess);
  }

  #openBatches(ms: number, clock: Clock): AudioBatches {
    const { bytesPerSample, encode } = audioCodecs[this.#stream.outboundEncoding];
    const [silence = 0] = encode(new Int16Array(1));
    const bytes = (this.#stream.outboundRate * ms * bytesPerSample) / 1000;
    return new AudioBatches({ bytes, silence }, clock, (batch) => this.#sendCommand({ type: 'audio', bytes: batch }));
  }

  #sendCommand(command: CarrierCommand): void {
    const message = this.#isOpen ? this.#protocol.encode(command, this.#stream) : null;
    if (message === null) return;
    if (this.#socket.bufferedBytes > BUFFERED_BYTES_MAX) return this.#end(CLOSE.tryLater, 'The carrier does not read');
    this.#socket.send(message);
  }

  #cutOff(why: string): void {
    this.#limits.onExceeded(why);
    this.#end(CLOSE.tooMany, why);
  }

  #end(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#socket.close(code, reason);
    this.#closed(reason);
  }

  #closed(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelTimeout();
    this.#pauses.stop();
    this.#decoder.close();
    this.#batches?.clear();
    this.#listener?.closed(reason);
  }
}
