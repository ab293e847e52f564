import type { DirectSound } from './direct-sound.ts';

/** How long a callee takes to press a key after the words that ask for it. In milliseconds. */
const PRESS_MS = 500;

interface KeyWaitTimes {
  /** Until the words that ask for the key have ended. */
  readonly wordsMs: number;
  /** How long the key is awaited then. */
  readonly waitMs: number;
  /** The key that the callee presses. Null: none. */
  readonly press: string | null;
}

/**
 * Waits for one key, which interrupts the words that ask for it. Answers how a key is pressed. `done` gets the key, or null
 * when the time is over, once.
 */
export function waitForKey(
  sound: Pick<DirectSound, 'stop'>,
  { wordsMs, waitMs, press }: KeyWaitTimes,
  after: (ms: number, run: () => void) => void,
  done: (key: string | null) => void,
): (key: string) => void {
  let isOpen = true;
  const end = (key: string | null): void => {
    if (!isOpen) return;
    isOpen = false;
    if (key !== null) sound.stop();
    done(key);
  };
  after(wordsMs + waitMs, () => end(null));
  if (press !== null) after(wordsMs + PRESS_MS, () => end(press));
  return end;
}
