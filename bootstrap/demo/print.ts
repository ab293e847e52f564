import type { ServerMessage } from '../../adapters/media/protocols/rtvi.ts';

/** Tells a line of the tour. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Tells how far something is: over and over on one line of a terminal, line by line elsewhere. */
export const progress = (line: string): void =>
  void process.stdout.write(process.stdout.isTTY ? `\r\u001B[K  ${line}` : `  ${line}\n`);

/** Ends a line that told progress. */
export const progressed = (): void => void process.stdout.write(process.stdout.isTTY ? '\n' : '');

export const secs = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const average = (value: number | null): string =>
  value === null ? 'not measured' : `${Math.round(value * 1000)} ms`;

/** What a message of a conversation says to people, or null. */
export function caption({ type, data }: ServerMessage): string | null {
  const { text, final, user_to_bot_secs, reason, error, sources } = (data ?? {}) as Record<string, unknown>;
  if (type === 'user-transcription' && final === true) return `  caller  ${String(text)}`;
  if (type === 'bot-tts-text') return `  agent   ${String(text)}`;
  if (type === 'error') return `  fault   ${String(error)}`;
  if (typeof user_to_bot_secs === 'number') return `          answered after ${Math.round(user_to_bot_secs * 1000)} ms`;
  if (Array.isArray(sources)) return `          from ${sources.map(source).join(', ')}`;
  return typeof reason === 'string' ? `✓ call ended: ${reason}` : null;
}

const source = ({ source_filename: name, page }: Record<string, unknown>): string =>
  `${String(name)}, page ${String(page)}`;
