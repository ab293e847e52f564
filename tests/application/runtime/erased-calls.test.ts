import { assert } from 'chai';
import type { ControlPlane } from '../../../application/ports/control-plane.ts';
import { ArtifactDelivery } from '../../../application/runtime/deliver-artifacts.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import { missing, unavailable } from '../../../domain/errors.ts';
import { tone } from './fake-channel.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { memoryObjects } from '../memory-objects.ts';
import { rememberingLog } from '../../support/remembering-log.ts';
import { MemorySpool } from './memory-spool.ts';

const ENDED = '2026-03-02T08:59:00.000Z';

/** An ended call in the spool, and an API whose log of it is erased just before this operation. */
async function open(erasedBefore: 'updateCall' | 'reportCallStatus') {
  const clock = fakeClock();
  const spool = new MemorySpool(clock);
  const objects = memoryObjects();
  const gone = async (): Promise<never> => Promise.reject(missing('Call'));
  const controlPlane = {
    updateCall: async () => ({ status: 'completed', campaign_id: 'campaign' }) as CallLog,
    reportCallStatus: async () => undefined,
    [erasedBefore]: gone,
  } as unknown as ControlPlane;
  const call = { call_id: 'c1', org_id: 'o1', agent_id: 'a1', started_at: ENDED, sampleRate: 16_000 };
  const entry = await spool.open(call);
  entry.appendAudio(tone(20, 5));
  entry.appendTranscript('a secret\n');
  await entry.finish({ status: 'completed', call_response: 'answered', end_time_utc: ENDED, metrics: null });
  entry.isOpen = false;
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of objects.list('o1/c1/')) found.push(key);
    return found;
  };
  const delivery = new ArtifactDelivery({ clock, spool, objects, controlPlane, log: rememberingLog().log });
  return { clock, spool, objects, delivery, keys };
}

describe('the delivery of a call that was erased', () => {
  for (const erasedBefore of ['updateCall', 'reportCallStatus'] as const)
    it(`leaves no object and nothing in the spool: erased before ${erasedBefore}`, async () => {
      const { delivery, spool, keys } = await open(erasedBefore);
      await delivery.deliver();
      assert.deepEqual([await keys(), spool.removed], [[], ['c1']]);
    });

  it('keeps the call in the spool while its objects cannot be removed', async () => {
    const { clock, delivery, spool, objects, keys } = await open('updateCall');
    const remove = objects.remove.bind(objects);
    objects.remove = () => Promise.reject(unavailable('The object store is away'));
    await delivery.deliver();
    assert.deepEqual([(await keys()).length, spool.removed], [2, []]);
    objects.remove = remove;
    await clock.advanceAsync(1_000);
    assert.deepEqual([await keys(), spool.removed], [[], ['c1']]);
  });
});
