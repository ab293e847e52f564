import type { ConversationEvent, TextSegment } from '../../../domain/voice/conversation-events.ts';
import type { TextInputOptions } from '../../../domain/voice/state.ts';

/** Version of the RTVI standard that is spoken, unless the client's is 1. */
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
  /** `version` is the client's own of RTVI; null when it does not say. */
  | { readonly type: 'client-ready'; readonly id: string; readonly version: string | null }
  | { readonly type: 'disconnect-bot'; readonly id: string }
  | { readonly type: 'send-text'; readonly id: string; readonly content: string; readonly options: TextInputOptions }
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
  const message = parseJson(text);
  if (!isRecord(message) || message['label'] !== 'rtvi-ai' || typeof message['type'] !== 'string') return null;
  const id = typeof message['id'] === 'string' ? message['id'] : '';
  const data = isRecord(message['data']) ? message['data'] : {};
  return clientMessageOf(message['type'], id, data);
}

function clientMessageOf(type: string, id: string, data: Readonly<Record<string, unknown>>): ClientMessage {
  const { content, t, d, version } = data;
  if (type === 'client-ready') return { type, id, version: typeof version === 'string' ? version : null };
  if (type === 'disconnect-bot') return { type, id };
  const options = typedOptions(data['options']);
  if (type === 'send-text' && typeof content === 'string' && options) return { type, id, content, options };
  if (type === 'client-message' && typeof t === 'string') return { type, id, t, d };
  return { type: 'unknown', id, problem: `Message type ${type} is not understood here or lacks its data` };
}

/** The options of `send-text`; null when one of them is not true or false. What is absent is true: Pipecat's defaults. */
function typedOptions(options: unknown): TextInputOptions | null {
  if (options === undefined || options === null) return {};
  if (!isRecord(options)) return null;
  const { run_immediately: runImmediately = true, audio_response: audioResponse = true } = options;
  if (typeof runImmediately !== 'boolean' || typeof audioResponse !== 'boolean') return null;
  return { runImmediately, audioResponse };
}

/**
 * Tells one conversation in RTVI. To a client of version 1 the agent's text is told as that version had it: a sentence
 * once, when it begins to be played.
 */
export class RtviEvents {
  /** The version that is spoken with the client. */
  readonly version: string;
  readonly #isFirstVersion: boolean;
  /** The number of every sentence that is being played. */
  readonly #segments = new Map<string, number>();
  #count = 0;

  constructor(clientVersion: string | null) {
    this.#isFirstVersion = clientVersion?.startsWith('1.') ?? false;
    // A client that hears of version 2 expects its form of the agent's text.
    this.version = this.#isFirstVersion ? String(clientVersion) : RTVI_VERSION;
  }

  /** What an event is in RTVI: no message, one, or several in order. */
  messagesOf(event: ConversationEvent): ServerMessage[] {
    if (event.type === 'agent_text') return this.#text(event);
    if (event.type === 'agent_text_played') return this.#isFirstVersion ? [] : [this.#progress(event)];
    return messagesOf(event);
  }

  #text(event: TextSegment & { readonly audio: boolean }): ServerMessage[] {
    const { text, audio } = event;
    const segment = (this.#count += 1);
    if (audio) this.#segments.set(nameOf(event), segment);
    const output = this.#isFirstVersion
      ? { text, aggregated_by: 'sentence', spoken: audio }
      : { ...sentence(text, segment), ...(audio ? progress('new', '', text) : { will_be_spoken: false }) };
    return [
      ...(audio ? [serverMessage('bot-tts-text', { text })] : []),
      serverMessage('bot-output', output),
      serverMessage('bot-transcription', { text }),
    ];
  }

  /** The last word on a sentence: `completed`, or how far it came before it was cut short. */
  #progress(event: TextSegment & { readonly played: string }): ServerMessage {
    const { text, played } = event;
    const status = played === text ? 'completed' : 'in-progress';
    const segment = this.#segments.get(nameOf(event));
    this.#segments.delete(nameOf(event));
    const rest = text.slice(played.length);
    return serverMessage('bot-output', { ...sentence(text, segment), ...progress(status, played, rest) });
  }
}

const nameOf = ({ speech, part }: TextSegment): string => `${speech} ${part}`;

const sentence = (text: string, segment: number | undefined) => ({
  text,
  aggregated_by: 'sentence',
  segment_id: segment,
});

const progress = (status: 'new' | 'in-progress' | 'completed', accumulated: string, remaining: string) => ({
  will_be_spoken: true,
  spoken_status: status,
  spoken_progress: { accumulated_text: accumulated, remaining_text: remaining },
});

type PlainEvent = Exclude<ConversationEvent, { readonly type: 'agent_text' | 'agent_text_played' }>;

function messagesOf(event: PlainEvent): ServerMessage[] {
  switch (event.type) {
    case 'caller_sounded':
      return [serverMessage(event.on ? 'user-started-speaking' : 'user-stopped-speaking')];
    case 'caller_said':
      return event.typed ? typedTurn(event) : [serverMessage('user-transcription', transcription(event))];
    case 'turn_released':
      return [serverMessage('bot-llm-started')];
    case 'agent_started':
      return [serverMessage('bot-started-speaking')];
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

/**
 * A turn that was typed begins and ends like a spoken one: client-react 1.8 ends the agent's message only then, and would
 * show an answer that typed text cut short as spoken whole.
 */
const typedTurn = (event: { text: string; final: boolean; at: number }): ServerMessage[] => [
  serverMessage('user-started-speaking'),
  serverMessage('user-transcription', transcription(event)),
  serverMessage('user-stopped-speaking'),
];

const transcription = (event: { text: string; final: boolean; at: number }): unknown => ({
  text: event.text,
  user_id: '',
  timestamp: new Date(event.at).toISOString(),
  final: event.final,
});

const ttfb = (event: { processor: string; model: string | null; at: number; started_at: number }): unknown => ({
  processor: event.processor,
  model: event.model,
  value: Math.max(0, event.at - event.started_at) / 1000,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
