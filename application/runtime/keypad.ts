import type { Cancel, Clock } from '../ports/clock.ts';

/** No key for this long, and the entry is complete. In milliseconds. */
const ENTRY_TIMEOUT_MS = 1_500;
/** The key that completes an entry, and is no part of it. */
const ENTER = '#';
/** Nobody means to press more keys than these in one go. */
const KEYS_MAX = 64;

/** Collects the keys a caller presses into entries: an account number comes as one, not digit by digit. */
export class Keypad {
  readonly #clock: Clock;
  readonly #onEntry: (keys: string) => void;
  #keys = '';
  #cancel: Cancel = () => undefined;

  /** `entered` is told each entry; `#` alone is one. */
  constructor(clock: Clock, onEntry: (keys: string) => void) {
    this.#clock = clock;
    this.#onEntry = onEntry;
  }

  press(key: string): void {
    this.#cancel();
    if (key === ENTER) return this.#complete(this.#keys || ENTER);
    this.#keys += key;
    if (this.#keys.length >= KEYS_MAX) return this.#complete(this.#keys);
    this.#cancel = this.#clock.after(ENTRY_TIMEOUT_MS, () => this.#complete(this.#keys));
  }

  /** Forgets what was pressed. */
  close(): void {
    this.#cancel();
    this.#keys = '';
  }

  #complete(keys: string): void {
    this.#keys = '';
    this.#onEntry(keys);
  }
}
