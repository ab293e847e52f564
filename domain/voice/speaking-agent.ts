/** An agent that speaks in a call. */
export interface SpeakingAgent {
  readonly agent_id: string;
  readonly name: string;
  /** The version that it runs. Null: what it runs is not a version. */
  readonly version: number | null;
}
