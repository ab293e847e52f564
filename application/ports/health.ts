/** For asking whether the documents' store answers. */
export interface DatabaseHealth {
  /** True when it answered in time; never throws. */
  isUp(): Promise<boolean>;
}
