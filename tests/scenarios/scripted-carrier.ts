import type { Carrier } from '../../application/ports/carrier.ts';
import type { CallPatch } from '../../domain/calls/call-log.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { webCallWorld } from '../application/runtime/web-call-world.ts';
import type { ScriptedChannel } from './scripted-channel.ts';

/** From the dial to the person, and from there to the end of the caller's media stream, in ms. */
const RINGS_MS = 2_000;
const JOINS_MS = 300;

/** A carrier whose transfers of this call end like this, and a call log that has them. */
export function scriptCarrier(
  { clock, calls, carriers, controlPlane }: ReturnType<typeof webCallWorld>,
  callId: string,
  line: ScriptedChannel,
  outcome: 'answered' | 'busy',
): void {
  const { updateCall } = controlPlane;
  const change = (transfer: NonNullable<CallPatch['transfer']>): void => {
    const call = calls.get(callId);
    if (call) calls.set(callId, { ...call, ...patchCall(call, { transfer }, clock.now()) });
  };
  controlPlane.updateCall = async (orgId, id, { transfer, ...patch }) => {
    if (transfer) change(transfer);
    return updateCall(orgId, id, patch);
  };
  const latest = (): number => calls.get(callId)?.transfers?.at(-1)?.run ?? 0;
  const carrier: Pick<Carrier, 'dial' | 'redirect' | 'hangUp'> = {
    async dial() {
      if (outcome === 'busy') throw new CarrierFailure('The line is busy', { status: 486, response: 'busy' });
      clock.after(RINGS_MS, () => {
        const at = clock.now().toISOString();
        change({ run: latest(), answered_at: at, ready_at: at });
      });
      return { sid: 'sid-2' };
    },
    async redirect() {
      clock.after(JOINS_MS, () => {
        change({ run: latest(), result: 'answered' });
        line.leaves('The carrier took the caller');
      });
    },
    hangUp: async () => undefined,
  };
  carriers.open = () => carrier as Carrier;
}
