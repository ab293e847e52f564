/** What the person on a call did so as not to be called again. */
export interface DoNotCallRequest {
  /** `tool`: said so, and the agent called its tool. `keypad`: pressed the agent's key for it. */
  readonly source: 'tool' | 'keypad';
  readonly at: string;
}
