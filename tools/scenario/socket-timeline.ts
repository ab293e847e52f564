import type { ServerMessage } from '../../adapters/media/protocols/rtvi.ts';
import type { EventName } from '../../domain/rehearsal/scenario.ts';
import { formatSources } from '../../domain/rehearsal/timeline-events.ts';
import type { ScenarioTimeline } from '../../domain/rehearsal/timeline.ts';

/** Time in ms in which an interruption follows the end of a speech. */
const INTERRUPTION_WAIT_MS = 50;

/** Translates the messages of a call's socket into scenario events. Internal events are not visible on the socket. */
export class SocketTimeline {
  readonly #timeline: ScenarioTimeline;
  readonly #startedAt: number;
  #stoppedAt: number | null = null;

  /** `startedAt` is when the call began, on the clock of the messages. */
  constructor(timeline: ScenarioTimeline, startedAt: number) {
    this.#timeline = timeline;
    this.#startedAt = startedAt;
  }

  onMessage({ type, data }: ServerMessage, at: number): void {
    const moment = at - this.#startedAt;
    if (type === 'bot-interrupted') return this.#reportSpeechEnd('agent_interrupted');
    this.#reportSpeechEnd('agent_stops');
    if (type === 'bot-stopped-speaking') return this.#onSpeechStopped(moment);
    const event = eventOf(type, (data ?? {}) as Readonly<Record<string, unknown>>);
    if (event) this.#timeline.add(...event, moment);
  }

  /** Records the end of the call with the reason `why` when the socket closes first. */
  onClose(why: string): void {
    this.#reportSpeechEnd('agent_stops');
    if (!this.#timeline.isOver) this.#timeline.add('ended', why);
  }

  #onSpeechStopped(moment: number): void {
    this.#stoppedAt = moment;
    setTimeout(() => this.#reportSpeechEnd('agent_stops'), INTERRUPTION_WAIT_MS).unref();
  }

  #reportSpeechEnd(how: 'agent_stops' | 'agent_interrupted'): void {
    if (this.#stoppedAt !== null) this.#timeline.add(how, null, this.#stoppedAt);
    this.#stoppedAt = null;
  }
}

function eventOf(type: string, data: Readonly<Record<string, unknown>>): [EventName, string | null] | null {
  switch (type) {
    case 'user-transcription':
      return data['final'] === true ? ['caller_said', String(data['text'])] : null;
    case 'bot-llm-started':
      return ['turn', null];
    case 'bot-started-speaking':
      return ['agent_starts', null];
    case 'bot-tts-text':
      return ['agent_says', String(data['text'])];
    case 'user-mute-started':
      return ['muted', 'on'];
    case 'user-mute-stopped':
      return ['muted', 'off'];
    case 'error':
      return ['failed', String(data['error'])];
    case 'server-message':
      return ownMessage(data);
    default:
      return null;
  }
}

function ownMessage(data: Readonly<Record<string, unknown>>): [EventName, string | null] | null {
  const { type, reason, sources, stage, name } = data;
  if (type === 'flush') return ['silenced', null];
  if (type === 'stage') return ['stage', String(stage)];
  if (type === 'field') return ['field', String(name)];
  if (type === 'agent') return ['agent', String(name)];
  if (type === 'ended') return ['ended', String(reason)];
  return type === 'citations' ? ['cited', formatSources(sources as Parameters<typeof formatSources>[0])] : null;
}
