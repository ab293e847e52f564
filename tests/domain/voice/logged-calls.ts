import { ConversationDriver } from '../../../domain/voice/conversation-driver.ts';
import {
  endLine,
  headLine,
  inputLine,
  readInputLog,
  UNKNOWN_ORIGIN,
  type InputLog,
} from '../../../domain/voice/input-log.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { PLAIN, type InputAt } from './conversation-table.ts';

/** The inputs of a conversation, each with its second, as they are stored. */
export function logText(
  rows: readonly (readonly [seconds: number, input: InputAt])[],
  settings: Partial<ConversationSettings> = {},
): string {
  const all = { ...PLAIN, ...settings };
  const driver = new ConversationDriver(all);
  const lines = rows.map(([seconds, inputAt]) => {
    const input = inputAt(seconds * 1000);
    return inputLine(input, driver.take(input));
  });
  return [headLine(UNKNOWN_ORIGIN, all), ...lines, endLine('complete')].join('');
}

export function loggedCall(...args: Parameters<typeof logText>): InputLog {
  const log = readInputLog(logText(...args));
  if (!log) throw new Error('The log cannot be read');
  return log;
}
