import { ApiError } from '../typescript/index.ts';

const EVERY_MS = 1000;

interface PollOptions<T> {
  /** Reads the current state. */
  readonly ask: () => Promise<T>;
  readonly pause: (ms: number) => Promise<void>;
  /** Prints why there is no new state for now. */
  readonly note: (words: string) => void;
}

/** Polls a state. After the first one, a transient error only delays the next. */
export async function* watched<T>({ ask, pause, note }: PollOptions<T>): AsyncGenerator<T> {
  yield await ask();
  for (;;) {
    await pause(EVERY_MS);
    try {
      yield await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !mayPass(error)) throw error;
      note(`${error.message} Asking again.`);
      await pause((error.retryAfterSeconds ?? 0) * 1000);
    }
  }
}

/** Yields a polled state each time it changed, until it is final. */
export async function* changes<T>(watching: PollOptions<T>, isOver: (state: T) => boolean): AsyncGenerator<T> {
  let last: string | null = null;
  for await (const state of watched(watching)) {
    const sign = JSON.stringify(state);
    if (sign !== last) yield state;
    if (isOver(state)) return;
    last = sign;
  }
}

const mayPass = ({ status }: ApiError): boolean => status === null || status === 429 || status >= 500;
