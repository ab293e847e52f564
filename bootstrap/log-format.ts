import type { LogFormat } from '../adapters/system/json-log.ts';

/** Log format: LOG_FORMAT if set, otherwise text on a terminal and JSON elsewhere. */
export const logFormatFor = (
  configured: LogFormat | null = null,
  { isTTY }: { readonly isTTY?: boolean } = process.stdout,
): LogFormat => configured ?? (isTTY ? 'text' : 'json');
