import type { Carriers } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import { hangUp } from './hang-up.ts';
import { reportEnd } from './report-end.ts';
import type { CallRef, LiveCalls } from './live-calls.ts';

interface VoicemailPorts {
  readonly controlPlane: ControlPlane;
  readonly carriers: Carriers;
  readonly liveCalls: LiveCalls;
  readonly clock: Clock;
  readonly log: Log;
}

interface VoicemailCall extends CallRef {
  readonly provider: string;
  readonly auth: Readonly<Record<string, unknown>>;
  /** Null: there is none to hang up by. */
  readonly sid: string | null;
}

/** A machine answered: ends the call as voicemail and hangs up, whichever process runs it. */
export async function endAsVoicemail(ports: VoicemailPorts, call: VoicemailCall): Promise<void> {
  const { controlPlane, liveCalls, clock } = ports;
  const endedAt = clock.now().toISOString();
  // Updated first, so that later reports of the carrier or of another runtime do not overwrite it.
  const voicemail = { call_response: 'voicemail', end_reason: 'voicemail' } as const;
  const end = { status: 'completed', end_time_utc: endedAt, ...voicemail } as const;
  const ended = await controlPlane.updateCall(call.org_id, call.call_id, end);
  liveCalls.end(call.call_id, 'voicemail');
  await hangUp(ports, call);
  await reportEnd(ports, ended);
}
