import { destination, pino, stdTimeFunctions, type DestinationStream } from 'pino';
import type { Log, LogFields } from '../../application/ports/log.ts';
import { readableLines } from './readable-lines.ts';
import { redacted, type Redaction } from './redaction.ts';
import { batchLinesPerTick } from './batched-lines.ts';

export interface LogSettings extends Redaction {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The default is `json`. */
  readonly format?: LogFormat;
}

/** JSON for machines, text for terminals. */
export type LogFormat = 'json' | 'text';

let shared: DestinationStream | undefined;

/** Standard output, opened on first use. Other writes to it stay in order with the log. */
export const standardOutput = (): DestinationStream =>
  (shared ??= batchLinesPerTick(destination({ dest: process.stdout.fd, sync: true }), process));

/** A log with one line per event, to standard output by default. */
export function pinoLog({ level, showPii, format = 'json' }: LogSettings, output = standardOutput()): Log {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const writer = pino(options, format === 'text' ? readableLines(output) : output);

  const readable = (fields: LogFields): object => {
    try {
      return redacted(fields, { showPii });
    } catch (error) {
      // A field that throws when read must not break the caller.
      return { unreadable: String(error) };
    }
  };

  const logWith = (context: object): Log => ({
    info: (event, fields = {}) => writer.info({ ...context, ...readable(fields) }, event),
    warn: (event, fields = {}) => writer.warn({ ...context, ...readable(fields) }, event),
    error: (event, fields = {}) => writer.error({ ...context, ...readable(fields) }, event),
    child: (fields) => logWith({ ...context, ...readable(fields) }),
  });

  return logWith({});
}
