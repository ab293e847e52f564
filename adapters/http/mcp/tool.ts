import type { Action } from '../../../domain/accounts/principal.ts';

/** Groups of tools that a client chooses from. */
export const TOOLSETS = ['agents', 'calls', 'campaigns', 'knowledge', 'rehearsals', 'reports'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** The groups offered to clients that choose none. */
export const DEFAULT_TOOLSETS: readonly Toolset[] = ['agents', 'calls', 'campaigns', 'knowledge'];

/**
 * What a tool does: reads; adds something or halts it; or does what users have to know before: it reaches people, costs money,
 * changes what calls run, or replaces or deletes what is there. Clients ask before they run the last.
 */
export type Effect = 'read' | 'write' | 'destructive';

/** A list: where it is in the answer, the fields of an item that are shown, and whether the route has pages itself. */
export interface ListShape {
  /** Null: the answer is the list. */
  readonly at: string | null;
  readonly fields: readonly string[];
  readonly hasPages: boolean;
}

/** A tool that is one operation of the API. */
export interface OperationTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  /** The operation of openapi.yaml that it runs, and the permission which that requires. */
  readonly operation: string;
  readonly needs: Action;
  readonly effect: Effect;
  /** Whether a second call with the same arguments changes nothing more. Of tools that write. */
  readonly isIdempotent?: true;
  /** Whether it reaches people or servers outside of the platform. */
  readonly reachesOut?: true;
  readonly list?: ListShape;
  /** Whether the answer is text, which is read in pages of characters. */
  readonly isText?: true;
  /** The argument whose text is sent as a file, named by the argument `filename`. */
  readonly fileText?: string;
}

/** The fields of calls in lists. */
export const CALL_FIELDS = [
  ...['call_id', 'agent_id', 'agent_name', 'call_type', 'status', 'call_response', 'from_number', 'to_number'],
  ...['created_at', 'duration', 'end_reason', 'error_message', 'campaign_id', 'outcome'],
];
