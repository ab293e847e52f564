import { randomUUID } from 'node:crypto';
import { mulawWavHeader, wavHeader } from '../../../domain/audio/wav.ts';
import { parseObject } from '../../lib/parse-object.ts';
import type { Frame, Line, Told } from '../_speech/stt-protocol.ts';
import { wireAudio, type WireAudio } from '../_speech/wire-codec.ts';
import { audioHeaders, readMessage, textMessage } from './messages.ts';

interface Turn {
  readonly id: string;
  readonly headers: Buffer;
  readonly phrases: string[];
  readonly waiting: Frame[];
}

interface Recognised {
  readonly Text: unknown;
  readonly DisplayText: unknown;
}

/** Azure's recognition, one turn of its protocol for each utterance. The next turn waits until the vendor ended the one before. */
export class AzureLine implements Line {
  readonly isInOrder = true;
  readonly #wire: WireAudio;
  readonly #file: Uint8Array;
  readonly #context: object;
  readonly #turns: Turn[] = [];
  #ended = 0;
  #released: readonly Frame[] = [];

  constructor(sampleRate: number, context: object) {
    this.#wire = wireAudio(sampleRate);
    this.#file = this.#wire.isMulaw ? mulawWavHeader(sampleRate) : wavHeader({ sampleRate, channels: 1, dataBytes: 0 });
    this.#context = context;
  }

  begin(): readonly Frame[] {
    const id = randomUUID().replaceAll('-', '');
    const turn: Turn = { id, headers: audioHeaders(id), phrases: [], waiting: [] };
    this.#turns.push(turn);
    return this.#now(turn, [
      textMessage('speech.context', id, this.#context),
      Buffer.concat([turn.headers, this.#file]),
    ]);
  }

  audio(pcm: Int16Array): Frame | null {
    const turn = this.#turns.at(-1);
    return turn ? (this.#now(turn, [Buffer.concat([turn.headers, this.#wire.encode(pcm)])])[0] ?? null) : null;
  }

  silence(): null {
    return null;
  }

  /** Audio without a body is the end of it. */
  finish(): readonly Frame[] {
    const turn = this.#turns.at(-1);
    return turn ? this.#now(turn, [turn.headers]) : [];
  }

  read(message: string): Told | null {
    const { path, requestId, body } = readMessage(message);
    const utterance = this.#turns.findIndex(({ id }) => id === requestId);
    const turn = this.#turns[utterance];
    if (!turn) return null;
    const { Text, DisplayText } = parseObject<Recognised>(body);
    const told = (partial: string, final: boolean): Told => {
      const text = [...turn.phrases, partial].filter((part) => part !== '').join(' ');
      return { utterance, text, final };
    };
    switch (path) {
      case 'speech.hypothesis':
        return told(textIn(Text), false);
      case 'speech.phrase':
        turn.phrases.push(textIn(DisplayText));
        return told('', false);
      case 'turn.end':
        this.#end();
        return told('', true);
      default:
        return null;
    }
  }

  released(): readonly Frame[] {
    const released = this.#released;
    this.#released = [];
    return released;
  }

  #end(): void {
    this.#ended += 1;
    this.#released = this.#turns[this.#ended]?.waiting.splice(0) ?? [];
  }

  /** What may be sent at once. */
  #now(turn: Turn, frames: readonly Frame[]): readonly Frame[] {
    if (this.#turns[this.#ended] === turn) return frames;
    turn.waiting.push(...frames);
    return [];
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
