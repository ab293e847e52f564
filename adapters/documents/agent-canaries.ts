import type { AgentCanaryRepository } from '../../application/ports/agent-canaries.ts';
import type { StoredCanary } from '../../domain/agents/canary.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { changeWithEvents, openRemoval, OUTBOX_INDEX, withoutOutbox, type Outbox } from './event-outbox.ts';
import { between } from './match.ts';

/** Canaries as documents, at most one per agent. */
export async function documentAgentCanaries(store: DocumentStore): Promise<AgentCanaryRepository> {
  const canaries = await store.open<StoredCanary & Outbox>({
    name: 'agent_canaries',
    indexes: [
      { name: 'by_agent', fields: ['org_id', 'agent_id'], unique: true },
      { name: 'by_due', fields: ['due_at'], sparse: 'due_at' },
      OUTBOX_INDEX,
    ],
  });

  const remove = await openRemoval<StoredCanary>(store, 'agent_canaries', canaries);
  return {
    async start(canary) {
      if (await falseOnUniqueViolation(canaries.insert(canary), 'by_agent')) return true;
      const { org_id, agent_id } = canary;
      // Events of the former one stay in the document until they are handed over.
      return (await canaries.change({ org_id, agent_id, state: 'ended' }, canary)) !== null;
    },
    async find(org_id, agent_id) {
      const stored = await canaries.findOne({ org_id, agent_id });
      return stored && withoutOutbox<StoredCanary>(stored);
    },
    async change({ org_id, agent_id, canary_id, revision }, changes, events = []) {
      const seen = { org_id, agent_id, canary_id, revision };
      const changed = await changeWithEvents<StoredCanary>(canaries, seen, changes, () => events);
      return changed && withoutOutbox<StoredCanary>(changed);
    },
    async due(now, limit) {
      // `from` leaves out canaries without a time.
      const due = between({ from: '', below: now });
      const found = await canaries.find({ due_at: due }, { sort: { due_at: 'asc' }, limit });
      return found.map((stored) => withoutOutbox<StoredCanary>(stored));
    },
    async remove(org_id, agent_id) {
      await remove({ org_id, agent_id });
    },
  };
}
