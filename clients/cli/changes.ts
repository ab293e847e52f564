import { ApiError } from '../typescript/index.ts';

const EVERY_MS = 1000;

interface Watched<T> {
  /** Asks how it stands. */
  readonly ask: () => Promise<T>;
  readonly pause: (ms: number) => Promise<void>;
  /** Says why nothing new comes for now. */
  readonly note: (words: string) => void;
}

/** How something stands, again and again. Once it was heard of, a fault that may pass only delays what comes next. */
export async function* watched<T>({ ask, pause, note }: Watched<T>): AsyncGenerator<T> {
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

/** How something stands, each time that it has changed, until it is over. */
export async function* changes<T>(watching: Watched<T>, isOver: (state: T) => boolean): AsyncGenerator<T> {
  let last: string | null = null;
  for await (const state of watched(watching)) {
    const sign = JSON.stringify(state);
    if (sign !== last) yield state;
    if (isOver(state)) return;
    last = sign;
  }
}

const mayPass = ({ status }: ApiError): boolean => status === null || status === 429 || status >= 500;
