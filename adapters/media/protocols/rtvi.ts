import type { ConversationEvent } from '../../../domain/voice/observations.ts';

/** Version of the RTVI standard that is spoken. Clients of the same major version connect. */
export const RTVI_VERSION = '2.1.0';

/** An RTVI message on its way out. */
export interface ServerMessage {
  readonly label: 'rtvi-ai';
  readonly type: string;
  readonly id?: string;
  readonly data?: unknown;
}

/** What a client asks for. `id` is to be echoed in the answer. */
export type ClientMessage =
  | { readonly type: 'client-ready'; readonly id: string }
  | { readonly type: 'disconnect-bot'; readonly id: string }
  | { readonly type: 'send-text'; readonly id: string; readonly content: string }
  | { readonly type: 'client-message'; readonly id: string; readonly t: string; readonly d: unknown }
  /** Not understood; `problem` says why. */
  | { readonly type: 'unknown'; readonly id: string; readonly problem: string };

/** Makes a message. */
export const serverMessage = (type: string, data?: unknown, id?: string): ServerMessage => ({
  label: 'rtvi-ai',
  type,
  ...(id === undefined ? {} : { id }),
  ...(data === undefined ? {} : { data }),
});

/** Reads a client's message; null when it is no RTVI message at all. */
export function readClientMessage(text: string): ClientMessage | null {
  const message = parsed(text);
  if (!isRecord(message) || message['label'] !== 'rtvi-ai' || typeof message['type'] !== 'string') return null;
  const id = typeof message['id'] === 'string' ? message['id'] : '';
  const data = isRecord(message['data']) ? message['data'] : {};
  return understood(message['type'], id, data);
}

function understood(type: string, id: string, { content, t, d }: Readonly<Record<string, unknown>>): ClientMessage {
  if (type === 'client-ready' || type === 'disconnect-bot') return { type, id };
  if (type === 'send-text' && typeof content === 'string') return { type, id, content };
  if (type === 'client-message' && typeof t === 'string') return { type, id, t, d };
  return { type: 'unknown', id, problem: `Message type ${type} is not understood here or lacks its data` };
}

/** What a conversation's event is in RTVI: no message, one, or several in order. */
export function messagesOf(event: ConversationEvent): ServerMessage[] {
  switch (event.type) {
    case 'caller_sounded':
      return [serverMessage(event.on ? 'user-started-speaking' : 'user-stopped-speaking')];
    case 'caller_said':
      return [serverMessage('user-transcription', transcription(event))];
    case 'turn_released':
      return [serverMessage('bot-llm-started')];
    case 'agent_started':
      return [serverMessage('bot-started-speaking')];
    case 'agent_text':
      return said(event);
    case 'agent_stopped':
      return [serverMessage('bot-stopped-speaking'), ...(event.interrupted ? [serverMessage('bot-interrupted')] : [])];
    case 'muted':
      return [serverMessage(event.on ? 'user-mute-started' : 'user-mute-stopped')];
    case 'stage':
      return [serverMessage('metrics', { ttfb: [ttfb(event)] })];
    case 'cited':
      return [serverMessage('server-message', { type: 'citations', sources: event.sources })];
    case 'latency':
      return [serverMessage('server-message', { type: 'latency', user_to_bot_secs: event.user_to_bot_secs })];
    case 'failed':
      // The standard's field is `error`; published clients read `message`.
      return [serverMessage('error', { error: event.message, message: event.message, fatal: false })];
    case 'ended':
      return [serverMessage('server-message', { type: 'ended', reason: event.reason })];
    case 'connected':
    case 'caller_started':
    case 'caller_stopped':
    case 'aggregated':
    case 'tool_started':
    case 'tool_done':
      return [];
  }
}

const transcription = (event: { text: string; final: boolean; at: number }): unknown => ({
  text: event.text,
  user_id: '',
  timestamp: new Date(event.at).toISOString(),
  final: event.final,
});

/** As the standard says it now, and as clients of its first version and most examples of pages still read it. */
const said = (event: { text: string; speech: number }): ServerMessage[] => [
  serverMessage('bot-tts-text', { text: event.text }),
  serverMessage('bot-output', output(event)),
  serverMessage('bot-transcription', { text: event.text }),
];

const output = (event: { text: string; speech: number }): unknown => ({
  text: event.text,
  aggregated_by: 'sentence',
  segment_id: event.speech,
  will_be_spoken: true,
  spoken_status: 'in-progress',
  spoken: true,
});

const ttfb = (event: { processor: string; model: string | null; at: number; started_at: number }): unknown => ({
  processor: event.processor,
  model: event.model,
  value: Math.max(0, event.at - event.started_at) / 1000,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
