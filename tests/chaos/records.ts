import type { DialledCall } from '../telephony/dial-ledger.ts';

/** Times are milliseconds of `performance.now()` in the process of the test. */

/** Within this time the log of a call that has ended is terminal, in ms. */
export const TERMINAL_MS = 60_000;

export type Service = 'api' | 'runtime' | 'gateway';

/** SIGKILL, SIGTERM, SIGSTOP until SIGCONT, or a closed connection to a store or the API. */
export type FaultKind = 'kill' | 'drain' | 'freeze' | 'cut';

/** A fault of a process, from its injection until the process is ready again. */
export interface Fault {
  readonly kind: FaultKind;
  readonly service: Service;
  /** The name of the process. */
  readonly process: string;
  readonly from: number;
  /** Infinity while it lasts. */
  until: number;
}

/** A question that a caller asked, and when the agent began to speak after it. */
export interface Question {
  readonly at: number;
  answeredAt: number | null;
}

/** A call of a browser. */
export interface LiveCall {
  readonly callId: string;
  readonly from: number;
  /** When its socket was closed. */
  until: number;
  /** Whether the caller closed the socket. */
  hasHungUp: boolean;
  readonly questions: Question[];
  /** The process that had it. Null: it never began. */
  process: string | null;
  /** When its log was seen to be terminal. */
  terminalAt: number | null;
  /** Whether it was only registered: no runtime had it, and its log stays as it is. */
  neverConnected: boolean;
}

/** A request to the API. */
export interface Probe {
  readonly at: number;
  readonly ms: number;
}

/** The outcome of a contact. */
export interface Contact {
  readonly phone_number: string;
  readonly is_final: boolean;
  readonly outcome: string | null;
}

export interface Records {
  readonly faults: readonly Fault[];
  readonly calls: readonly LiveCall[];
  readonly probes: readonly Probe[];
  /** Before this time there were no faults. */
  readonly faultsFrom: number;
  readonly faultsUntil: number;
  readonly dialled: readonly DialledCall[];
  readonly contacts: readonly Contact[];
  /** As the list has them. */
  readonly listed: number;
  /** The campaign's own counts. */
  readonly processed: number;
  /** Logs of the campaign's calls that were not terminal a minute after the last call had ended. */
  readonly openLogs: number;
}
