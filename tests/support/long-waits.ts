import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';

/** Longer than a machine takes that is busy with other tests. In ms. */
const LONG_WAIT_MS = 45_000;
/**
 * Waits after which a call continues without what it waited for, or ends. They are tested with the fake clock. In real
 * time, a busy machine would exceed them.
 */
const WAITS = [
  'final_transcript',
  'caller_audio',
  'model_output',
  'first_audio',
  'control_plane',
  'client_ready',
  'media_start',
  'retrieval',
  'search',
] as const satisfies readonly (keyof typeof TIMEOUTS_MS)[];

const usual = { ...TIMEOUTS_MS };
let users = 0;

/** Lets the calls of this process wait longer, until every caller has released it. */
export function useLongWaits(): () => void {
  users += 1;
  Object.assign(TIMEOUTS_MS, Object.fromEntries(WAITS.map((wait) => [wait, LONG_WAIT_MS])));
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    users -= 1;
    if (users === 0) Object.assign(TIMEOUTS_MS, usual);
  };
}
