import type { CustomVariables } from '../agents/variables.ts';

/** How the pre-call request of an inbound call ended. */
export interface PreCallRecord {
  /** `applied`: the server's variables apply. `rejected`: the server rejected the call. `failed`: the agent's defaults apply. */
  readonly outcome: 'applied' | 'rejected' | 'failed';
  /** Why it failed, or the server's reason to reject the call. */
  readonly reason: string | null;
  /** What a rejected caller hears. Null: the call is not answered. */
  readonly say: string | null;
  /** From the request to the decision. */
  readonly duration_ms: number;
}

/** The decision, with the variables it adds to the call. */
export interface PreCallReport extends Omit<PreCallRecord, 'duration_ms'> {
  readonly variables: CustomVariables;
}
