import { signal, type ReadonlySignal } from '@preact/signals';

/** A file on its way to the API. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** How much of it is sent, from 0 to 1. */
  readonly share: number;
  /** Why it was refused; null as long as it was not. */
  readonly refusal: string | null;
}

type Send = (file: File, onProgress: (share: number) => void) => Promise<unknown>;

/** Number of concurrent uploads. */
const AT_ONCE = 2;

/** Sends files, a few at a time. Those that arrived are gone from the list, those that were refused stay until they are dismissed. */
export class Uploads {
  readonly #send: Send;
  readonly #arrived: () => void;
  readonly #list = signal<readonly Upload[]>([]);
  readonly #waiting: { readonly id: number; readonly file: File }[] = [];
  #running = 0;
  #count = 0;

  constructor(send: Send, arrived: () => void) {
    this.#send = send;
    this.#arrived = arrived;
  }

  get list(): ReadonlySignal<readonly Upload[]> {
    return this.#list;
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      const id = ++this.#count;
      this.#list.value = [...this.#list.value, { id, name: file.name, share: 0, refusal: null }];
      this.#waiting.push({ id, file });
    }
    for (let free = AT_ONCE - this.#running; free > 0; free -= 1) void this.#work();
  }

  dismiss(id: number): void {
    this.#list.value = this.#list.value.filter((upload) => upload.id !== id);
  }

  async #work(): Promise<void> {
    this.#running += 1;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#sendOne(next.id, next.file);
    this.#running -= 1;
  }

  async #sendOne(id: number, file: File): Promise<void> {
    try {
      await this.#send(file, (share) => this.#change(id, { share }));
      this.dismiss(id);
      this.#arrived();
    } catch (error) {
      this.#change(id, { refusal: error instanceof Error ? error.message : String(error) });
    }
  }

  #change(id: number, part: Partial<Upload>): void {
    this.#list.value = this.#list.value.map((upload) => (upload.id === id ? { ...upload, ...part } : upload));
  }
}
