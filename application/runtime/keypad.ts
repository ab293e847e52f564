import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Cancel, Clock } from '../ports/clock.ts';

/** The key that completes an entry. It is not part of the entry. */
const ENTER = '#';
/** Most keys in one entry. */
const KEYS_MAX = 64;

/** Collects DTMF into entries, so that an account number arrives as one text. */
export class Keypad {
  readonly #clock: Clock;
  readonly #onEntry: (keys: string) => void;
  #keys = '';
  #cancel: Cancel = () => undefined;

  /** `onEntry` receives each entry. `#` alone is an entry. */
  constructor(clock: Clock, onEntry: (keys: string) => void) {
    this.#clock = clock;
    this.#onEntry = onEntry;
  }

  press(key: string): void {
    this.#cancel();
    if (key === ENTER) return this.#complete(this.#keys || ENTER);
    this.#keys += key;
    if (this.#keys.length >= KEYS_MAX) return this.#complete(this.#keys);
    this.#cancel = this.#clock.after(TIMEOUTS_MS.dtmf_entry, () => this.#complete(this.#keys));
  }

  /** Discards an incomplete entry. */
  close(): void {
    this.#cancel();
    this.#keys = '';
  }

  #complete(keys: string): void {
    this.#keys = '';
    this.#onEntry(keys);
  }
}
