import type { Carriers } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { errorMessage } from './stream-timeouts.ts';

interface CarrierCallRef {
  readonly provider: string;
  readonly auth: Readonly<Record<string, unknown>>;
  /** How the carrier calls the call; without it nobody can be asked. */
  readonly sid: string | null;
}

/** Closing the media socket ends most calls by itself, and the last words may still be on their way. In milliseconds. */
const MEDIA_CLOSE_MS = 500;

/** Asks the carrier to end a call, which does no harm to one that is over. What fails is logged. */
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

/** The same, once the media socket had the time to be closed. */
export async function hangUpAfterMediaCloses(
  ports: { readonly carriers: Carriers; readonly clock: Clock; readonly log: Log },
  call: CarrierCallRef,
): Promise<void> {
  await new Promise<void>((resolve) => void ports.clock.after(MEDIA_CLOSE_MS, resolve));
  await hangUp(ports, call);
}
