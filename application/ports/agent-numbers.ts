/** For taking an agent's number away from it, when the agent is deleted or leaves its carrier. */
export interface AgentNumbers {
  /**
   * Unlinks the agent's number at the carrier and clears the association; fine when there is none. Answers how to give
   * the number back.
   */
  free(orgId: string, agentId: string, byEmail: string): Promise<() => Promise<void>>;
}
