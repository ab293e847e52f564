import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Carriers } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { errorMessage } from '../../domain/errors.ts';
import { pause } from '../with-timeout.ts';

interface CarrierCallRef {
  readonly provider: string;
  readonly auth: Readonly<Record<string, unknown>>;
  /** The carrier's call id. Without it, the call cannot be addressed. */
  readonly sid: string | null;
}

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
  await pause(ports.clock, TIMEOUTS_MS.hang_up);
  await hangUp(ports, call);
}
