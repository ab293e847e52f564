import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { atEndOfTest } from './temporary.ts';

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

/** Lets the calls of this process wait longer until the end of the running test. */
export function useLongWaits(): void {
  const usual = { ...TIMEOUTS_MS };
  Object.assign(TIMEOUTS_MS, Object.fromEntries(WAITS.map((wait) => [wait, LONG_WAIT_MS])));
  atEndOfTest(() => Object.assign(TIMEOUTS_MS, usual));
}
