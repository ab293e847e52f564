import { ApiRefusal } from '../lib/installation-api.ts';

/** How long a request is repeated, and the pauses in between. In milliseconds. */
const [ALL_MS, FIRST_MS, LONGEST_MS] = [5 * 60_000, 500, 30_000];

const AWAY: readonly (number | null)[] = [null, 502, 503, 504];

/** Waits before a request is repeated. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

interface Repetition {
  readonly pause: Pause;
  /** Ends the repetition. */
  readonly signal?: AbortSignal;
  /** In milliseconds. */
  readonly now?: () => number;
}

/**
 * Sends a request until it is answered: again after no answer, or one that says that the API is away or wants a pause. Only for
 * what may be sent twice.
 */
export async function persistently<T>(
  send: () => Promise<T>,
  { pause, signal, now = () => performance.now() }: Repetition,
): Promise<T> {
  let [spent, next] = [0, FIRST_MS];
  for (;;) {
    signal?.throwIfAborted();
    const sentAt = now();
    try {
      return await send();
    } catch (error) {
      signal?.throwIfAborted();
      spent += now() - sentAt;
      const ms = pauseAfter(error, next);
      if (ms === null || spent + ms > ALL_MS) throw error;
      await pause(ms, signal);
      [spent, next] = [spent + ms, Math.min(LONGEST_MS, 2 * next)];
    }
  }
}

/** How long to wait after a failure. Null: the request would fail again. */
function pauseAfter(error: unknown, next: number): number | null {
  if (!(error instanceof ApiRefusal)) return null;
  const { status, retryAfterMs } = error;
  if (AWAY.includes(status)) return Math.max(next, retryAfterMs ?? 0);
  return status === 429 && retryAfterMs !== null ? Math.max(next, retryAfterMs) : null;
}
