import { llm, stt, tokenize, tts, type APIConnectOptions } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { DELAYS, REPLY, REPLY_SECONDS, ScriptedRecogniser, toneOf, wait } from './script.ts';

/** The vendors of the bench as LiveKit Agents' plugins are written. */
export class ScriptedSTT extends stt.STT {
  override readonly label = 'scripted-stt';

  constructor() {
    super({ streaming: true, interimResults: true });
  }

  protected override async _recognize(): Promise<stt.SpeechEvent> {
    throw new Error('Only streams are used');
  }

  override stream(options?: { connOptions?: APIConnectOptions }): stt.SpeechStream {
    return new ScriptedSpeechStream(this, undefined, options?.connOptions);
  }
}

class ScriptedSpeechStream extends stt.SpeechStream {
  override readonly label = 'scripted-stt.stream';

  #deliver(text: string, final: boolean): void {
    if (this.queue.closed) return;
    const { FINAL_TRANSCRIPT, INTERIM_TRANSCRIPT } = stt.SpeechEventType;
    const alternative = { text, language: 'en', startTime: 0, endTime: 0, confidence: 1 };
    this.queue.put({ type: final ? FINAL_TRANSCRIPT : INTERIM_TRANSCRIPT, alternatives: [alternative as never] });
  }

  protected override async run(): Promise<void> {
    let recogniser: ScriptedRecogniser | null = null;
    for await (const frame of this.input) {
      if (typeof frame === 'symbol') continue;
      recogniser ??= new ScriptedRecogniser(frame.sampleRate, (text, final) => this.#deliver(text, final));
      recogniser.write(frame.data);
    }
  }
}

export class ScriptedLLM extends llm.LLM {
  override label(): string {
    return 'scripted-llm';
  }

  override chat(options: Parameters<llm.LLM['chat']>[0]): llm.LLMStream {
    return new ScriptedLLMStream(this, options as ConstructorParameters<typeof ScriptedLLMStream>[1]);
  }
}

class ScriptedLLMStream extends llm.LLMStream {
  protected override async run(): Promise<void> {
    await wait(DELAYS.llm);
    if (this.abortController.signal.aborted) return;
    for (const word of REPLY.split(' '))
      this.queue.put({ id: 'scripted', delta: { role: 'assistant', content: `${word} ` } });
  }
}

export class ScriptedTTS extends tts.TTS {
  override readonly label = 'scripted-tts';
  readonly tone: Int16Array;

  constructor(sampleRate: number) {
    super(sampleRate, 1, { streaming: true });
    this.tone = toneOf(sampleRate);
  }

  override synthesize(): tts.ChunkedStream {
    throw new Error('Only streams are used');
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    return new ScriptedSynthesis(this, options?.connOptions);
  }
}

/** As the plugins do it: the framework's sentence tokenizer, and frames of 100 ms as their AudioByteStream makes them. */
class ScriptedSynthesis extends tts.SynthesizeStream {
  override readonly label = 'scripted-tts.stream';
  readonly #owner: ScriptedTTS;

  constructor(owner: ScriptedTTS, options?: APIConnectOptions) {
    super(owner, options);
    this.#owner = owner;
  }

  protected override async run(): Promise<void> {
    const sentences = new tokenize.basic.SentenceTokenizer({ minSentenceLength: 8 }).stream();
    const feeding = this.#feed(sentences);
    for await (const _ of sentences) {
      this.markStarted();
      await wait(DELAYS.tts);
      if (!this.#speak()) return;
    }
    await feeding;
    if (!this.queue.closed) this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }

  async #feed(sentences: tokenize.SentenceStream): Promise<void> {
    for await (const text of this.input)
      if (typeof text === 'symbol') sentences.flush();
      else sentences.pushText(text);
    sentences.endInput();
    sentences.close();
  }

  /** False when the speech was cancelled. */
  #speak(): boolean {
    const { tone, sampleRate } = this.#owner;
    for (let piece = 1; piece <= REPLY_SECONDS * 10; piece += 1) {
      if (this.closed || this.queue.closed || this.abortController.signal.aborted) return false;
      const frame = new AudioFrame(tone, sampleRate, 1, tone.length);
      this.queue.put({ requestId: 'scripted', segmentId: 'scripted', frame, final: piece === REPLY_SECONDS * 10 });
    }
    return true;
  }
}
