import { appendFileSync } from 'node:fs';
import { appendFile, open, type FileHandle } from 'node:fs/promises';
import type { ToolJournalEntry } from '../../domain/calls/tool-call-record.ts';
import { FILE_MODE, flush, flushFolders } from './files.ts';

/**
 * The journal of a call's tool calls. Its file stays open, and lines are written to it at once: a request does not wait for
 * a thread of the pool.
 */
export class ToolJournal {
  readonly #path: string;
  readonly #lost: (error: unknown) => void;
  #file: FileHandle | null = null;
  #isClosed = false;
  #hasFolders = false;
  #lines: Promise<void> = Promise.resolve();
  #flushes: Promise<void> = Promise.resolve();

  /** `lost` receives every error. */
  constructor(path: string, lost: (error: unknown) => void) {
    this.#path = path;
    this.#lost = lost;
  }

  /** Resolves when the line survives a crash of the process. */
  append(line: ToolJournalEntry): Promise<void> {
    // The line break comes first as well, because a failed write may have left a part of a line.
    const text = `\n${JSON.stringify(line)}\n`;
    const written = this.#lines.then(() => this.#write(text));
    this.#lines = written.catch(this.#lost);
    // A busy disk takes 80 ms, in which the caller would wait. What is lost of an end counts as unknown.
    if ('side_effects' in line && line.side_effects)
      this.#flushes = Promise.all([this.#flushes, this.#lines])
        .then(() => this.#flush())
        .catch(this.#lost);
    return written;
  }

  /** Waits for what was appended, and closes the file. Never rejects. */
  async close(): Promise<void> {
    await Promise.all([this.#lines, this.#flushes]);
    this.#isClosed = true;
    await this.#file?.close().catch(this.#lost);
    this.#file = null;
  }

  async #write(text: string): Promise<void> {
    // A tool with side effects may end after the call was completed.
    if (this.#isClosed) return appendFile(this.#path, text, { mode: FILE_MODE });
    this.#file ??= await open(this.#path, 'a', FILE_MODE);
    // Takes at most 0.1 ms in 99 of 100 cases, since it ends in the page cache. A thread of the pool, which recordings and
    // flushes keep busy, is 13 ms away then.
    appendFileSync(this.#file.fd, text);
  }

  /** Flushes the journal to disk while the request is under way. A new file needs its folders on disk as well. */
  async #flush(): Promise<void> {
    if (!this.#file) return;
    await flush(this.#file);
    if (this.#hasFolders) return;
    await flushFolders(this.#path);
    this.#hasFolders = true;
  }
}
