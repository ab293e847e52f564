import { randomUUID } from 'node:crypto';
import { mulawWavHeader, wavHeader } from '../../../domain/audio/wav.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import type { SttMessage, SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { wireCodec, type WireCodec } from '../_speech/wire-codec.ts';
import { audioHeaders, readMessage, textMessage } from './messages.ts';

interface AzureRequest {
  readonly id: string;
  readonly headers: Buffer;
  readonly phrases: string[];
  readonly waiting: SttMessage[];
}

interface RecognitionResult {
  readonly Text: unknown;
  readonly DisplayText: unknown;
}

/** Azure's speech recognition, one protocol turn per utterance. The next turn starts when the vendor has ended the one before. */
export class AzureSttProtocol implements SttProtocol {
  readonly isOrdered = true;
  readonly #wire: WireCodec;
  readonly #wavHeader: Uint8Array;
  readonly #context: object;
  readonly #turns: AzureRequest[] = [];
  #endedCount = 0;
  #unblocked: readonly SttMessage[] = [];

  constructor(sampleRate: number, context: object) {
    this.#wire = wireCodec(sampleRate);
    this.#wavHeader = this.#wire.isMulaw
      ? mulawWavHeader(sampleRate)
      : wavHeader({ sampleRate, channels: 1, dataBytes: 0 });
    this.#context = context;
  }

  startUtterance(): readonly SttMessage[] {
    const id = randomUUID().replaceAll('-', '');
    const turn: AzureRequest = { id, headers: audioHeaders(id), phrases: [], waiting: [] };
    this.#turns.push(turn);
    return this.#sendOrQueue(turn, [
      textMessage('speech.context', id, this.#context),
      Buffer.concat([turn.headers, this.#wavHeader]),
    ]);
  }

  audio(pcm: Int16Array): SttMessage | null {
    const turn = this.#turns.at(-1);
    return turn ? (this.#sendOrQueue(turn, [Buffer.concat([turn.headers, this.#wire.encode(pcm)])])[0] ?? null) : null;
  }

  silence(): null {
    return null;
  }

  /** Audio without a body ends the turn. */
  endUtterance(): readonly SttMessage[] {
    const turn = this.#turns.at(-1);
    return turn ? this.#sendOrQueue(turn, [turn.headers]) : [];
  }

  read(message: string): SttResult | null {
    const { path, requestId, body } = readMessage(message);
    const utterance = this.#turns.findIndex(({ id }) => id === requestId);
    const turn = this.#turns[utterance];
    if (!turn) return null;
    const { Text, DisplayText } = parseObject<RecognitionResult>(body);
    const result = (partial: string, final: boolean): SttResult => {
      const text = [...turn.phrases, partial].filter((part) => part !== '').join(' ');
      return { utterance, text, final };
    };
    switch (path) {
      case 'speech.hypothesis':
        return result(textOf(Text), false);
      case 'speech.phrase':
        turn.phrases.push(textOf(DisplayText));
        return result('', false);
      case 'turn.end':
        this.#end();
        return result('', true);
      default:
        return null;
    }
  }

  unblocked(): readonly SttMessage[] {
    const unblocked = this.#unblocked;
    this.#unblocked = [];
    return unblocked;
  }

  #end(): void {
    this.#endedCount += 1;
    this.#unblocked = this.#turns[this.#endedCount]?.waiting.splice(0) ?? [];
  }

  /** Returns the messages that may be sent now and queues the rest. */
  #sendOrQueue(turn: AzureRequest, frames: readonly SttMessage[]): readonly SttMessage[] {
    if (this.#turns[this.#endedCount] === turn) return frames;
    turn.waiting.push(...frames);
    return [];
  }
}
