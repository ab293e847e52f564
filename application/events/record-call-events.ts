import { callEvents } from '../../domain/events/call-events.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallRepository, CallSnapshot } from '../ports/calls.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';

/** Call logs whose changes record their events, whatever use case makes them. `base` is where the API is mounted. */
export const recordCallEvents = (calls: CallRepository, recorder: EventRecorder, base: string): CallRepository => ({
  ...calls,
  async update(orgId, callId, seen, changes) {
    const drafts = isWhole(seen) ? callEvents(seen, { ...seen, ...changes }, base) : [];
    const types = new Set((await recorder.selected(orgId, drafts)).map(({ type }) => type));
    if (types.size === 0) return calls.update(orgId, callId, seen, changes);
    const updated = await calls.update(orgId, callId, seen, changes, (before, after) =>
      recorder.recorded(
        orgId,
        callEvents(before, after, base).filter(({ type }) => types.has(type)),
      ),
    );
    if (updated !== null && updated !== 'taken') recorder.wake();
    return updated;
  },
});

const isWhole = (seen: CallSnapshot): seen is CallLog => 'call_id' in seen;
