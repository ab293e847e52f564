/** For asking whether the documents' store answers. */
export interface DatabaseHealth {
  /** True when it answered in time; never throws. */
  isUp(): Promise<boolean>;
}

/** For asking whether a service can keep what it is given. */
export interface Readiness {
  /** The stores that take no write in time, such as `documents`; empty when all do. Up to five seconds old. Never throws. */
  unwritable(): Promise<readonly string[]>;
}
