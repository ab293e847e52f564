import { lastDataOffset } from './wasi-module.ts';

const SUCCESS = 0;
const BAD_FILE = 8;
const NO_SUCH_FILE = 44;
const NOT_SEEKABLE = 70;

const STANDARD_OUTPUT = 1;
const FOLDER = 3;
const FILE = 4;
const CHARACTER_DEVICE = 2;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface ProgramEnd {
  readonly exitCode: number;
  /** Content of its output file. */
  readonly output: Uint8Array<ArrayBuffer>;
  /** Its standard output. */
  readonly printed: string;
}

/** Memory of an instance that is kept for the next run: to clear more would take longer than to make another one. */
const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * A WASI command with one output file in memory. `node:wasi` crashes the process after a few runs of the same module, so this
 * implements the few calls that are needed. Every run finds the same memory. Of an earlier run only the variables are
 * cleared: to copy the constants again, 17 MB of voices, would take longer than to speak a word.
 */
export class WasiProgram {
  readonly #module: WebAssembly.Module;
  /** Where the variables begin, behind the constants. */
  readonly #variablesAt: number;
  readonly #outputName: string;
  #idle: Instance | null = null;

  /** Runs a module, of which these are the bytes, whose last data are variables and whose other data are constants. */
  static async load(bytes: Uint8Array, outputName: string): Promise<WasiProgram> {
    return new WasiProgram(await WebAssembly.compile(bytes), lastDataOffset(bytes), outputName);
  }

  private constructor(module: WebAssembly.Module, variablesAt: number, outputName: string) {
    this.#module = module;
    this.#variablesAt = variablesAt;
    this.#outputName = outputName;
  }

  run(args: readonly string[]): ProgramEnd {
    const instance = this.#idle ?? new Instance(this.#module, this.#variablesAt, this.#outputName);
    this.#idle = null;
    const end = instance.run(args);
    // One that left in the middle has not cleared its stack.
    if (end.hasReturned && instance.size <= KEPT_BYTES) this.#idle = instance;
    return end;
  }
}

class Instance {
  readonly #host: WasiHost;
  readonly #memory: WebAssembly.Memory;
  readonly #start: () => void;
  readonly #variablesAt: number;
  /** What the variables are at first, without the zeros behind them. */
  readonly #variables: Uint8Array;
  #isFresh = true;

  constructor(module: WebAssembly.Module, variablesAt: number, outputName: string) {
    this.#host = new WasiHost(outputName);
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#host.calls });
    const { memory, _start: start } = instance.exports as { memory: WebAssembly.Memory; _start(): void };
    this.#memory = memory;
    this.#start = start;
    this.#variablesAt = variablesAt;
    const behind = new Uint8Array(memory.buffer, variablesAt);
    this.#variables = behind.slice(0, behind.findLastIndex((byte) => byte !== 0) + 1);
    this.#host.memory = memory;
  }

  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  run(args: readonly string[]): ProgramEnd & { readonly hasReturned: boolean } {
    if (!this.#isFresh) this.#clear();
    this.#isFresh = false;
    this.#host.begin(args);
    try {
      this.#start();
    } catch (error) {
      if (error instanceof Exit) return { ...this.#host.endWith(error.code), hasReturned: false };
      throw error;
    }
    return { ...this.#host.endWith(0), hasReturned: true };
  }

  #clear(): void {
    const behind = new Uint8Array(this.#memory.buffer, this.#variablesAt);
    behind.fill(0);
    behind.set(this.#variables);
  }
}

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** A file that grows as it is written. */
class MemoryFile {
  #content = new Uint8Array(65_536);
  #length = 0;
  #position = 0;

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#content.slice(0, this.#length);
  }

  truncate(): void {
    this.#length = 0;
    this.#position = 0;
  }

  write(bytes: Uint8Array): void {
    const end = this.#position + bytes.length;
    if (end > this.#content.length) {
      const grown = new Uint8Array(Math.max(end, this.#content.length * 2));
      grown.set(this.#content.subarray(0, this.#length));
      this.#content = grown;
    }
    this.#content.set(bytes, this.#position);
    this.#position = end;
    this.#length = Math.max(this.#length, end);
  }

  /** Seeks from the start (0), the current position (1) or the end (2). Returns the new position. */
  seek(offset: number, from: number): number {
    this.#position = [0, this.#position, this.#length][from]! + offset;
    return this.#position;
  }
}

/** The WASI preview 1 calls that flite uses. */
class WasiHost {
  readonly #output = new MemoryFile();
  readonly #printed = new MemoryFile();
  memory!: WebAssembly.Memory;
  #args: readonly Uint8Array[] = [];
  readonly #outputName: string;

  constructor(outputName: string) {
    this.#outputName = outputName;
  }

  /** Starts a run with these arguments. */
  begin(args: readonly string[]): void {
    this.#args = args.map((arg) => encoder.encode(`${arg}\0`));
    this.#output.truncate();
    this.#printed.truncate();
  }

  /** Result of the run. */
  endWith(exitCode: number): ProgramEnd {
    return { exitCode, output: this.#output.bytes, printed: decoder.decode(this.#printed.bytes) };
  }

  get #view(): DataView {
    return new DataView(this.memory.buffer);
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  readonly calls = {
    args_sizes_get: (count: number, size: number): number => {
      this.#view.setUint32(count, this.#args.length, true);
      this.#view.setUint32(
        size,
        this.#args.reduce((sum, arg) => sum + arg.length, 0),
        true,
      );
      return SUCCESS;
    },
    args_get: (pointers: number, text: number): number => {
      let at = text;
      for (const [index, arg] of this.#args.entries()) {
        this.#view.setUint32(pointers + index * 4, at, true);
        this.#bytes(at, arg.length).set(arg);
        at += arg.length;
      }
      return SUCCESS;
    },
    clock_time_get: (_clock: number, _precision: bigint, result: number): number => {
      this.#view.setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    fd_prestat_get: (fd: number, result: number): number => {
      if (fd !== FOLDER) return BAD_FILE;
      this.#view.setUint8(result, 0);
      this.#view.setUint32(result + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name: (_fd: number, path: number): number => {
      this.#bytes(path, 1).set(encoder.encode('.'));
      return SUCCESS;
    },
    fd_fdstat_get: (fd: number, result: number): number => {
      this.#view.setUint8(result, fd === FOLDER || fd === FILE ? fd : CHARACTER_DEVICE);
      this.#view.setUint16(result + 2, 0, true);
      this.#view.setBigUint64(result + 8, ALL_RIGHTS, true);
      this.#view.setBigUint64(result + 16, ALL_RIGHTS, true);
      return SUCCESS;
    },
    fd_fdstat_set_flags: (): number => SUCCESS,
    path_open: (...call: readonly (number | bigint)[]): number => {
      const [, , path, length, , , , , result] = call as readonly number[];
      if (decoder.decode(this.#bytes(path!, length!)) !== this.#outputName) return NO_SUCH_FILE;
      this.#output.truncate();
      this.#view.setUint32(result!, FILE, true);
      return SUCCESS;
    },
    fd_seek: (fd: number, offset: bigint, from: number, result: number): number => {
      if (fd !== FILE) return NOT_SEEKABLE;
      this.#view.setBigUint64(result, BigInt(this.#output.seek(Number(offset), from)), true);
      return SUCCESS;
    },
    fd_read: (_fd: number, _parts: number, _count: number, result: number): number => {
      this.#view.setUint32(result, 0, true);
      return SUCCESS;
    },
    fd_write: (fd: number, parts: number, count: number, result: number): number => {
      let written = 0;
      for (let part = parts; part < parts + count * 8; part += 8) {
        const bytes = this.#bytes(this.#view.getUint32(part, true), this.#view.getUint32(part + 4, true));
        if (fd === FILE) this.#output.write(bytes);
        if (fd === STANDARD_OUTPUT) this.#printed.write(bytes);
        written += bytes.length;
      }
      this.#view.setUint32(result, written, true);
      return SUCCESS;
    },
    fd_close: (): number => SUCCESS,
    proc_exit: (code: number): never => {
      throw new Exit(code);
    },
  };
}
