import { pino, stdTimeFunctions, type DestinationStream } from 'pino';
import type { Log, LogFields } from '../../application/ports/log.ts';
import { redacted, type Redaction } from './redaction.ts';

export interface LogSettings extends Redaction {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** A log of one JSON line per event, on standard output unless told otherwise. */
export function pinoLog({ level, showPii }: LogSettings, output?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const writer = output ? pino(options, output) : pino(options);

  const readable = (fields: LogFields): object => {
    try {
      return redacted(fields, { showPii });
    } catch (error) {
      // A field that breaks when it is read must not break the work that is being told about.
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
