/**
 * For logging. `event` is a constant such as `call.ended`; values go into fields. A field with personal data
 * (transcripts, numbers, addresses, prompts) has `pii` as a segment of its key.
 */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Log;
}

export type LogFields = Readonly<Record<string, unknown>>;
