/**
 * For telling the operator what happens. `event` is a constant such as `call.ended`; whatever varies goes into fields.
 * A field that holds personal data (words, numbers, addresses, prompts) has `pii` as a segment of its key.
 */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A log that adds these fields to every line. */
  child(fields: LogFields): Log;
}

export type LogFields = Readonly<Record<string, unknown>>;
