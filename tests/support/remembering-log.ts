import type { Log, LogFields } from '../../application/ports/log.ts';

export interface LogLine extends LogFields {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
}

/** A log that keeps its lines for assertions. */
export function rememberingLog(): { log: Log; lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const logWith = (context: LogFields): Log => {
    const write =
      (level: LogLine['level']) =>
      (event: string, fields: LogFields = {}): void =>
        void lines.push({ ...context, ...fields, level, event });
    return {
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      child: (fields) => logWith({ ...context, ...fields }),
    };
  };
  return { log: logWith({}), lines };
}
