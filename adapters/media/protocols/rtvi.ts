import type { ConversationEvent, TextSegment } from '../../../domain/voice/conversation-events.ts';
import type { TextInputOptions } from '../../../domain/voice/state.ts';
import { isShallowJson } from './json-depth.ts';
import { isRecord, parsedJson } from '../../../domain/unverified-json.ts';

/** Version of RTVI, unless the client uses version 1. */
export const RTVI_VERSION = '2.1.0';

/** An RTVI message to the client. */
export interface ServerMessage {
  readonly label: 'rtvi-ai';
  readonly type: string;
  readonly id?: string;
  readonly data?: unknown;
}

/** A message of the client. The answer repeats its `id`. */
export type ClientMessage =
  /** `version` is the client's RTVI version, or null. */
  | { readonly type: 'client-ready'; readonly id: string; readonly version: string | null }
  | { readonly type: 'disconnect-bot'; readonly id: string }
  | { readonly type: 'send-text'; readonly id: string; readonly content: string; readonly options: TextInputOptions }
  | { readonly type: 'client-message'; readonly id: string; readonly t: string; readonly d: unknown }
  /** The answer of a tool in the page. */
  | {
      readonly type: 'llm-function-call-result';
      readonly id: string;
      readonly callId: string;
      readonly result: unknown;
    }
  /** An invalid message, and why. */
  | { readonly type: 'unknown'; readonly id: string; readonly problem: string };

/** Builds a message. */
export const serverMessage = (type: string, data?: unknown, id?: string): ServerMessage => ({
  label: 'rtvi-ai',
  type,
  ...(id === undefined ? {} : { id }),
  ...(data === undefined ? {} : { data }),
});

/** Parses a client's message. Null if it is not an RTVI message, or nested so deeply that an answer could not repeat it. */
export function readClientMessage(text: string): ClientMessage | null {
  const message = isShallowJson(text) ? parsedJson(text) : null;
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
  return (
    toolResultOf(type, id, data) ?? {
      type: 'unknown',
      id,
      problem: `Message type ${type} is unknown or lacks required data`,
    }
  );
}

/** The answer of a tool in the page. Null for other messages. */
const toolResultOf = (type: string, id: string, data: Readonly<Record<string, unknown>>): ClientMessage | null =>
  type === 'llm-function-call-result' && typeof data['tool_call_id'] === 'string'
    ? { type, id, callId: data['tool_call_id'], result: data['result'] }
    : null;

/** The options of `send-text`. Null if one is not a boolean. The default is true, as in Pipecat. */
function typedOptions(options: unknown): TextInputOptions | null {
  if (options === undefined || options === null) return {};
  if (!isRecord(options)) return null;
  const { run_immediately: runImmediately = true, audio_response: audioResponse = true } = options;
  if (typeof runImmediately !== 'boolean' || typeof audioResponse !== 'boolean') return null;
  return { runImmediately, audioResponse };
}

/**
 * Maps the events of one conversation to RTVI. A client of version 1 gets the agent's text once per sentence, when its
 * playout starts.
 */
export class RtviEvents {
  /** The RTVI version used with the client. */
  readonly version: string;
  readonly #isFirstVersion: boolean;
  /** Segment numbers of the sentences in playout. */
  readonly #segments = new Map<string, number>();
  #count = 0;

  constructor(clientVersion: string | null) {
    this.#isFirstVersion = clientVersion?.startsWith('1.') ?? false;
    // A client that is offered version 2 expects the text format of version 2.
    this.version = this.#isFirstVersion ? String(clientVersion) : RTVI_VERSION;
  }

  /** The RTVI messages of an event, in order. May be empty. */
  messagesOf(event: ConversationEvent): ServerMessage[] {
    if (event.type === 'agent_speech_text') return this.#text(event);
    if (event.type === 'agent_speech_text_played') return this.#isFirstVersion ? [] : [this.#progress(event)];
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

  /** The final status of a sentence: `completed`, or how far it was played. */
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

type PlainEvent = Exclude<ConversationEvent, { readonly type: 'agent_speech_text' | 'agent_speech_text_played' }>;

function messagesOf(event: PlainEvent): ServerMessage[] {
  switch (event.type) {
    case 'caller_voice_activity':
      return [serverMessage(event.on ? 'user-started-speaking' : 'user-stopped-speaking')];
    case 'caller_transcript':
      return event.typed ? typedTurn(event) : [serverMessage('user-transcription', transcription(event))];
    case 'turn_ended':
      return [serverMessage('bot-llm-started')];
    case 'agent_speech_started':
      return [serverMessage('bot-started-speaking')];
    case 'agent_speech_ended':
      return [serverMessage('bot-stopped-speaking'), ...(event.interrupted ? [serverMessage('bot-interrupted')] : [])];
    case 'caller_muted':
      return [serverMessage(event.on ? 'user-mute-started' : 'user-mute-stopped')];
    case 'stage_first_output':
      return [serverMessage('metrics', { ttfb: [ttfb(event)] })];
    case 'sources_cited':
      return [serverMessage('server-message', { type: 'citations', sources: event.sources })];
    case 'reply_latency':
      return [serverMessage('server-message', { type: 'latency', user_to_bot_secs: event.user_to_bot_secs })];
    case 'stage_failed':
      // The standard's field is `error`. Published clients read `message`.
      return [serverMessage('error', { error: event.message, message: event.message, fatal: false })];
    case 'agent_changed':
      return [serverMessage('server-message', { type: 'agent', name: event.agent.name })];
    case 'agent_stage_entered':
      return [serverMessage('server-message', { type: 'stage', stage: event.stage, from: event.from, by: event.by })];
    case 'field_changed':
      return event.collected
        ? [serverMessage('server-message', { type: 'field', stage: event.stage, name: event.name })]
        : [];
    case 'ended':
      return [serverMessage('server-message', { type: 'ended', reason: event.reason })];
    case 'connected':
    case 'caller_turn_started':
    case 'caller_speech_ended':
    case 'caller_pause_started':
    case 'first_segment_ready':
    case 'knowledge_searched':
    case 'tool_started':
    case 'tool_done':
    case 'digits_collected':
      return [];
  }
}

/**
 * A typed turn starts and ends like a spoken one. Otherwise client-react 1.8 shows an interrupted answer as complete.
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
