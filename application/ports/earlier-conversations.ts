/** For telling a callback what the call before was about. */
export interface EarlierConversations {
  /**
   * The variables `earlier_*` of a call: its time, the summary and the fields of its analysis, and the end of its transcript,
   * as far as there are any. None for a call that was erased.
   */
  variablesOf(orgId: string, callId: string): Promise<Readonly<Record<string, string>>>;
}
