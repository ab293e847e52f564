import { open, type FileHandle } from 'node:fs/promises';
import { FILE_MODE, flush } from './files.ts';

/** `flushed`: each text survives a power failure. `gapless`: after a failed write nothing is appended. */
type TextFileKind = 'flushed' | 'gapless';

/**
 * A file of one call that texts are appended to, in order. It stays open: opening and closing it for each text would take
 * threads of libuv's pool three times as often. What comes while it is written is written next, at once.
 */
export class TextFile {
  readonly #path: string;
  readonly #kind: TextFileKind;
  readonly #lost: (error: unknown) => void;
  #file: FileHandle | null = null;
  #waiting = '';
  #hasFailed = false;
  #work: Promise<void> = Promise.resolve();

  /** `lost` receives every error. */
  constructor(path: string, kind: TextFileKind, lost: (error: unknown) => void) {
    this.#path = path;
    this.#kind = kind;
    this.#lost = lost;
  }

  append(text: string): void {
    if (this.#waiting === '')
      this.#work = this.#work
        .then(() => this.#write())
        .catch((error: unknown) => {
          this.#hasFailed = true;
          this.#lost(error);
        });
    this.#waiting += text;
  }

  /** Waits for what was appended, and closes the file. Never rejects. */
  async close(): Promise<void> {
    await this.#work;
    await this.#file?.close().catch(this.#lost);
    this.#file = null;
  }

  async #write(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    if (this.#hasFailed && this.#kind === 'gapless') return;
    this.#file ??= await open(this.#path, 'a', FILE_MODE);
    await this.#file.appendFile(text);
    if (this.#kind === 'flushed') await flush(this.#file);
  }
}
