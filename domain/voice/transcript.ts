import { hiddenKeypadEntry, keypadEntry } from './conversation-context.ts';
import type { ConversationEvent } from './conversation-events.ts';

/** The header of a stored transcript. */
export const transcriptHead = (callId: string): string => `call_id=${callId}\n---\n`;

/** The line an event adds to the transcript, or an empty string. */
export function transcriptLine(event: ConversationEvent): string {
  if (event.type === 'turn_ended') return line(event.started_at, 'user', event.text);
  if (event.type === 'digits_collected')
    return line(event.at, 'user', event.keys === null ? hiddenKeypadEntry(event.count) : keypadEntry(event.keys));
  if (event.type === 'agent_speech_text' && !event.audio) return line(event.at, 'assistant', event.text);
  if (event.type === 'agent_changed') return line(event.at, 'handover', namesOf(event));
  if (event.type === 'agent_speech_ended') return line(event.started_at, 'assistant', event.played_text);
  return '';
}

/** The agent before, and the one that took over. */
const namesOf = ({ from, agent }: Extract<ConversationEvent, { readonly type: 'agent_changed' }>): string =>
  from ? `${from.name} -> ${agent.name}` : agent.name;

function line(at: number, speaker: 'user' | 'assistant' | 'handover', words: string): string {
  const oneLine = words.replace(/\s+/gu, ' ').trim();
  return oneLine === '' ? '' : `[${new Date(at).toISOString()}] ${speaker}: ${oneLine}\n`;
}
