/** For checking whether the document store answers. */
export interface DatabaseHealth {
  /** True when it answered in time. Never throws. */
  isUp(): Promise<boolean>;
}

/** For checking whether a service can write. */
export interface Readiness {
  /**
   * The stores that do not accept a write in time, such as `documents`; empty when all do. Up to 5 s old. Never throws.
   */
  unwritable(): Promise<readonly string[]>;
}
