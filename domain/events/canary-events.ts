import type { StoredCanary } from '../agents/canary.ts';
import { canaryView } from '../agents/canary-view.ts';
import type { EventDraft } from './recorded-event.ts';

/** The event that a change of a canary causes, once its version is rolled back. */
export function canaryEvents(before: StoredCanary, after: StoredCanary): EventDraft[] {
  if (before.state === 'ended' || after.state !== 'ended' || after.outcome !== 'rolled_back') return [];
  const { agent_id, canary_id, version, base_version } = after;
  const data = { agent_id, canary_id, version, base_version, canary: canaryView(after) };
  return [{ type: 'agent.canary_rolled_back', subject: canary_id, call_id: null, data }];
}
