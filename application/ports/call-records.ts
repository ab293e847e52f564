/** For erasing what belongs to a call in the document store, besides its log. */
export interface CallRecords {
  /** Removes every record that belongs to the call. */
  removeAll(orgId: string, callId: string): Promise<void>;
}
