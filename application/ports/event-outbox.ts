import type { EventDraft, RecordedEvent } from '../../domain/events/recorded-event.ts';

/**
 * For recording events with the change that causes them. A repository writes the events into the changed document: that
 * one write is atomic on every store. A relay later hands them to the endpoints.
 */
export interface EventRecorder {
  /** Those of these types that an enabled endpoint of the organisation selects. Most changes need no more than this. */
  selected<T extends Pick<EventDraft, 'type'>>(orgId: string, drafts: readonly T[]): Promise<readonly T[]>;
  /** Drafts as they are written with the change. */
  recorded(orgId: string, drafts: readonly EventDraft[]): readonly RecordedEvent[];
  /** Notifies the relay after the change. Without it the relay finds the events within seconds. */
  wake(): void;
}

/** The events that wait in one changed document. */
export interface OutboxEntry {
  /** The collection of the document. */
  readonly source: string;
  /** The id of the document. */
  readonly key: string;
  /** Counts the events of the document: the sequence of the last one. */
  readonly revision: number;
  readonly events: readonly RecordedEvent[];
}

/** For finding events that wait in changed documents. */
export interface EventOutbox {
  /** Documents with waiting events, those that waited longest first. */
  waiting(limit: number): Promise<readonly OutboxEntry[]>;
  /** Removes the events from their documents, except where further ones were recorded in between. */
  clear(entries: readonly OutboxEntry[]): Promise<void>;
}
