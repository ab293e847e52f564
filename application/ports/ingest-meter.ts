/** For counting how documents are made searchable, for operators. Counting never fails. */
export interface IngestMeter {
  /** A document is tried for the first time, so many milliseconds after it was uploaded. */
  begun(waitedMs: number): void;
  /** A try is over, after so many milliseconds. */
  tried(result: IngestResult, ms: number): void;
}

/** `delayed`: to be tried again. `dropped`: given back at the end of the process, deleted meanwhile, or another's by now. */
export type IngestResult = 'ready' | 'failed' | 'delayed' | 'dropped';
