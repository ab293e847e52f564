import type { Carriers } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { errorMessage } from './stream-timeouts.ts';

interface CarrierCallRef {
  readonly provider: string;
  readonly auth: Readonly<Record<string, unknown>>;
  /** The carrier's call id. Without it, the call cannot be addressed. */
  readonly sid: string | null;
}

/**
 * Delay before hanging up, in ms. Closing the media socket ends most calls, and the last words may still be in transit.
 */
const MEDIA_CLOSE_MS = 500;

/** Asks the carrier to end a call. Has no effect on an ended call. Failures are logged. */
export async function hangUp(
  { carriers, log }: { readonly carriers: Carriers; readonly log: Log },
  { provider, auth, sid }: CarrierCallRef,
): Promise<void> {
  if (sid === null) return;
  try {
    await carriers.open(provider, auth).hangUp(sid);
  } catch (error) {
    log.warn('carrier.hang_up_failed', { provider, reason: errorMessage(error) });
  }
}

/** The same, after the media socket had time to close. */
export async function hangUpAfterMediaCloses(
  ports: { readonly carriers: Carriers; readonly clock: Clock; readonly log: Log },
  call: CarrierCallRef,
): Promise<void> {
  await new Promise<void>((resolve) => void ports.clock.after(MEDIA_CLOSE_MS, resolve));
  await hangUp(ports, call);
}
