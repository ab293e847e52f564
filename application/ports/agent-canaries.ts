import type { StoredCanary } from '../../domain/agents/canary.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';

/** A canary as it was read. */
export type SeenCanary = Pick<StoredCanary, 'org_id' | 'agent_id' | 'canary_id' | 'revision'>;

/** For storing canaries of agents, of each the last one. Those of other organisations are not found. */
export interface AgentCanaryRepository {
  /** Stores a canary in place of one that has ended; false when its agent has one that has not, also under a race. */
  start(canary: StoredCanary): Promise<boolean>;
  find(orgId: string, agentId: string): Promise<StoredCanary | null>;
  /** Changes a canary that has not changed since it was read, and records these events with it; null when it has. */
  change(
    seen: SeenCanary,
    changes: Partial<StoredCanary>,
    events?: readonly RecordedEvent[],
  ): Promise<StoredCanary | null>;
  /** Canaries of all organisations that are due, those that waited longest first. */
  due(now: string, limit: number): Promise<StoredCanary[]>;
  remove(orgId: string, agentId: string): Promise<void>;
}
