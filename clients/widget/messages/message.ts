/** Every text of the widget. */
export interface Messages {
  readonly launcher: string;
  readonly title: string;
  readonly minimise: string;
  readonly startTalking: string;
  readonly startTyping: string;
  /** That the visitor talks with a machine, and that the call may be recorded. */
  readonly consent: string;
  readonly privacy: string;
  readonly connecting: string;
  readonly listening: string;
  readonly hearing: string;
  readonly thinking: string;
  readonly speaking: string;
  readonly over: string;
  /** The conversation did not begin. */
  readonly notConnected: string;
  readonly mute: string;
  readonly end: string;
  readonly type: string;
  readonly send: string;
  readonly conversation: string;
  readonly you: string;
  readonly agent: string;
  readonly interrupted: string;
  readonly again: string;
  readonly microphoneDenied: string;
  readonly microphoneMissing: string;
  readonly microphoneBusy: string;
  readonly microphoneLost: string;
  readonly insecurePage: string;
  readonly clickForSound: string;
  readonly agentTrouble: string;
  readonly callerLeft: string;
  readonly agentEnded: string;
  readonly silence: string;
  readonly timeLimit: string;
  readonly lost: string;
  readonly unreachable: string;
  readonly busy: string;
  readonly unavailable: string;
  readonly failed: string;
}
