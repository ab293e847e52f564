/** What is known of a simulated call from its start. */
export interface CallFacts {
  readonly id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  readonly account: { readonly id: string; readonly token: string };
  readonly answerUrl: string;
  readonly hangupUrl: string;
  readonly ringUrl: string;
  /** Receives the result of answering-machine detection. */
  readonly machineUrl: string;
  readonly ringMs: number;
  readonly limitMs: number;
}
