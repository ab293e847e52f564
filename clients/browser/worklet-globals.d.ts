/** What an audio worklet finds in its global scope, which the compiler's own library leaves out. */
declare const sampleRate: number;

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
  constructor();
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
