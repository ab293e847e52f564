import type { ServerMessage } from '../../adapters/media/protocols/rtvi.ts';

/** Tells a line of the tour. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Tells how far something is: over and over on one line of a terminal, line by line elsewhere. */
export const printProgress = (line: string): void =>
  void process.stdout.write(process.stdout.isTTY ? `\r\u001B[K  ${line}` : `  ${line}\n`);

/** Ends a line that told progress. */
export const endProgress = (): void => void process.stdout.write(process.stdout.isTTY ? '\n' : '');

export const secs = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const average = (value: number | null): string =>
  value === null ? 'not measured' : `${Math.round(value * 1000)} ms`;

/**
 * What the messages of a conversation say to people, one after the other. A message about sources tells what the model was
 * given, and not whether it used any of it: they are named where the agent says what stands in one of these passages.
 */
export function captions(passages: readonly string[]): (message: ServerMessage) => readonly string[] {
  let given: readonly string[] = [];
  return ({ type, data }) => {
    const { text, sources } = (data ?? {}) as Record<string, unknown>;
    if (Array.isArray(sources)) given = sources.map(source);
    const line = caption({ type, data });
    const isUsed = type === 'bot-tts-text' && given.length > 0 && passages.some((each) => each.includes(String(text)));
    const from = isUsed ? [`          from ${given.join(', ')}`] : [];
    if (isUsed || type === 'user-transcription') given = [];
    return line === null ? from : [line, ...from];
  };
}

function caption({ type, data }: Pick<ServerMessage, 'type' | 'data'>): string | null {
  const { text, final, user_to_bot_secs, reason, error } = (data ?? {}) as Record<string, unknown>;
  if (type === 'user-transcription' && final === true) return `  caller  ${String(text)}`;
  if (type === 'bot-tts-text') return `  agent   ${String(text)}`;
  if (type === 'error') return `  fault   ${String(error)}`;
  if (typeof user_to_bot_secs === 'number') return `          answered after ${Math.round(user_to_bot_secs * 1000)} ms`;
  return typeof reason === 'string' ? `✓ call ended: ${reason}` : null;
}

const source = ({ source_filename: name, page, heading }: Record<string, unknown>): string =>
  [
    String(name),
    ...(typeof page === 'number' ? [`page ${page}`] : []),
    ...(typeof heading === 'string' ? [heading] : []),
  ].join(', ');
