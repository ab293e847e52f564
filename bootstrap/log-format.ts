import type { LogFormat } from '../adapters/system/json-log.ts';

/** How a process writes its log: as the operator says, else as text at a terminal and as JSON everywhere else. */
export const logFormatFor = (
  configured: LogFormat | null = null,
  { isTTY }: { readonly isTTY?: boolean } = process.stdout,
): LogFormat => configured ?? (isTTY ? 'text' : 'json');
